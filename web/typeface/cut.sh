#!/bin/sh
# Cuts the console's typeface from Inter: the letters of the five languages, then those of names nearby; the weights and
# features that the console has. Needs npm, and fonttools with brotli from PyPI.
set -eu
cd "$(dirname "$0")"
folder=$(mktemp -d)
npm pack --silent --pack-destination "$folder" inter-ui@4.1.1
tar -xzf "$folder/inter-ui-4.1.1.tgz" -C "$folder"
fonttools varLib.instancer -q "$folder/package/variable/InterVariable.woff2" wght=400:700 opsz=14 -o "$folder/inter.ttf"
cut() { # the part, and its letters
  pyftsubset "$folder/inter.ttf" --unicodes="$2" --flavor=woff2 --layout-features=kern,tnum --name-IDs=0,1,2,13,14 \
    --no-hinting --output-file="inter-$1.woff2"
}
cut latin U+20-7E,U+A0,U+A7,U+AB,U+B0,U+B2-B3,U+B7,U+BB,U+C4-C6,U+D5-D8,U+DC,U+DF,U+E4-E6,U+E9,U+F5-F8,U+FC,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+202F,U+20AC,U+2191-2193,U+2212
cut latin-ext U+A1-A6,U+A8-AA,U+AC-AF,U+B1,U+B4-B6,U+B8-BA,U+BC-C3,U+C7-D4,U+D9-DB,U+DD-DE,U+E0-E3,U+E7-E8,U+EA-F4,U+F9-FB,U+FD-17F,U+218-21B
cut cyrillic U+400-45F,U+490-491,U+2116
