"""Draws a set of rows into a folder: rows.bin (pixels, one row after the other) and rows.json (width and text of each)."""
import json
import os
import random
import sys

import faces

folder, count, seed, kind = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
os.makedirs(folder, exist_ok=True)
rng = random.Random(seed)
told = []
with open(os.path.join(folder, "rows.bin"), "wb") as pixels:
    while len(told) < count:
        picture, text = faces.row(rng, kind == "held-out", kind == "doubtful")
        pixels.write(picture.tobytes())
        told.append([picture.shape[1], text])
with open(os.path.join(folder, "rows.json"), "w") as file:
    json.dump(told, file)
