"""How often a chance to win at gin rummy comes true.

Not in a paper. The network `net` plays itself; from the first games a correction of its chances is fitted, which
ships as `net-chances.safetensors`; other games judge it, in ten bins by the chance that was said.
"""

from kibitz.lab.calibration import Calibration, Config

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

PAPER = Config(fitted=40_000, judged=20_000, share=0.05, gpu=True)
QUICK = Config(fitted=200, judged=200, share=0.05, part=100)
TINY = Config(fitted=8, judged=4, share=0.05, part=4)

calibration = Calibration("net")
run, report = calibration.run, calibration.report
