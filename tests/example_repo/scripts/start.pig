# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
# Every script begins here: nothing saved, the title on the screen.
reset erase
wait title
