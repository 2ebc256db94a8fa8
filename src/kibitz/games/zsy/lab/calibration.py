"""How often a chance to win at ZSY comes true.

Not in the paper. The network `deep` plays itself; from the first games a correction of its chances is fitted, which
ships as `deep-chances.safetensors`; other games judge it, in ten bins by the chance that was said.
"""

from kibitz.lab.calibration import Calibration, Config

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

PAPER = Config(gpu=True)
QUICK = Config(fitted=200, judged=200, part=100)
TINY = Config(fitted=8, judged=4, share=0.5, part=4)

calibration = Calibration("deep")
run, report = calibration.run, calibration.report
