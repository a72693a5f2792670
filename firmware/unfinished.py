"""code.py while `pocketpig deploy` copies, so that no mixture of old and new files runs."""

import time

import supervisor

import safemode

# Writing a file must not restart it.
supervisor.runtime.autoreload = False
safemode.show(("Update not finished.", "", "Hold B, plug it in,", "pocketpig deploy"))
while True:
    time.sleep(1)
