#!/bin/sh
# Makes both heads again from nothing: draws rows, shows them to the reading model, trains. Fixed seeds. Run it in the repository: training/make.sh FOLDER
set -eu
data=${1:?Name a folder for the rows, with 5 GB.}
python=/usr/bin/python3
draw() { "$python" training/draw.py "$data/$1" "$2" "${1#mixed/}" "$3" && npx node training/see.ts "$data/$1"; }

for seed in 11 12; do draw $seed 9000 clear; done
for seed in 15 16; do draw $seed 2000 doubtful; done
draw 99 1000 held-out
# The line head sees other lines, registers on their head, parts of registers, wheels that roll either way, and faint displays too.
for seed in 11 12; do draw mixed/$seed 9000 mixed; done
for seed in 21 22; do draw mixed/$seed 3500 mixed-parts; done
draw mixed/15 2000 mixed-doubtful
draw mixed/99 2000 mixed-held-out

"$python" training/train.py src/metering/ocr/register.onnx 9 "$data/99" "$data/11" "$data/12" "$data/15" "$data/16"
m=$data/mixed
"$python" training/train.py src/metering/ocr/line.onnx 5 "$m/99" "$m/11" "$m/12" "$m/21" "$m/22" "$m/15"
sha256sum src/metering/ocr/*.onnx  # They go into src/metering/ocr/models.ts.
