"""Results, reviews and states as people see them in text: at the terminal, when printed, in a notebook."""
