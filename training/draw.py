"""
Draws a set into a folder: of rows, rows.bin (pixels, one row after the other) and rows.json (width, text and kind of each); of whole faces, photos/ and
labels.tsv, as the benchmark of reading meters takes them.
"""
import json
import os
import random
import sys

import faces


def draw_rows(folder, count, rng, kind):
    told = []
    with open(os.path.join(folder, "rows.bin"), "wb") as pixels:
        while len(told) < count:
            picture, text, what = faces.row(rng, *(word in kind for word in ("held-out", "doubtful", "mixed", "parts")))
            pixels.write(picture.tobytes())
            told.append([picture.shape[1], text, what])
    with open(os.path.join(folder, "rows.json"), "w") as file:
        json.dump(told, file)


def draw_faces(folder, count, rng):
    os.makedirs(os.path.join(folder, "photos"), exist_ok=True)
    with open(os.path.join(folder, "labels.tsv"), "w") as labels:
        labels.write("file\tdigits\tdecimals\tunit\n")
        for index in range(count):
            photo, digits, decimals = faces.face(rng, True)
            photo.save(os.path.join(folder, "photos", f"{index:04}.jpg"), quality=90)
            labels.write(f"{index:04}.jpg\t{digits}\t{decimals}\t{'m3' if index % 2 else 'kWh'}\n")


folder, count, seed, kind = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
os.makedirs(folder, exist_ok=True)
if kind == "faces":
    draw_faces(folder, count, random.Random(seed))
else:
    draw_rows(folder, count, random.Random(seed), kind)
