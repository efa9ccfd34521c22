"""Draws rows of meter registers as a phone might have taken them: wheels, displays and print, with what they show. Nothing here comes from a photo."""
import functools
import glob
import io
import math
import random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

HEIGHT = 48
WIDEST = 480
BASE = "/usr/share/fonts"


def _fonts(*patterns):
    found = []
    for pattern in patterns:
        found += glob.glob(f"{BASE}/{pattern}", recursive=True)
    return sorted(set(found))


# Families that are never drawn for training: what is learnt has to hold for them too.
HELD_OUT = ("B612", "Play-", "Inconsolata", "RobotoCondensed", "DSEG7ModernMini", "NimbusSansNarrow")
_WHEEL = [
    path
    for path in _fonts(
        "truetype/dejavu/DejaVuSans*.ttf", "truetype/liberation*/LiberationSans*.ttf", "truetype/liberation*/LiberationMono*.ttf",
        "truetype/roboto/**/*.ttf", "opentype/urw-base35/Nimbus*.otf", "opentype/urw-base35/URWGothic*.otf", "opentype/urw-base35/C059*.otf",
        "truetype/lato/*.ttf", "truetype/open-sans/*.ttf", "truetype/freefont/FreeSans*.ttf", "opentype/b612/*.otf", "opentype/play/*.otf",
        "truetype/inconsolata/*", "truetype/oxygen/*", "truetype/noto/NotoMono*.ttf", "**/quicksand/*",
    )
    if not any(part in path for part in ("Hairline", "Thin", "ExtraLight", "Math", "Oblique", "Italic", "BoldIt", "BdIta"))
]
_SEGMENTS = [path for path in _fonts("truetype/dseg/DSEG7*.ttf") if "GGCHAN" not in path and "Light" not in path]


@functools.cache
def fonts(held_out):
    """Typefaces of wheels and of displays, for training or for the test that nothing was learnt from."""
    chosen = lambda paths: [path for path in paths if any(part in path for part in HELD_OUT) == held_out]
    return chosen(_WHEEL), chosen(_SEGMENTS)


_loaded = {}


def _font(path, size):
    key = (path, size)
    if key not in _loaded:
        if len(_loaded) > 600:
            _loaded.clear()
        _loaded[key] = ImageFont.truetype(path, size)
    return _loaded[key]


@functools.lru_cache(maxsize=4000)
def _mask(path, sign):
    """A sign alone, and how wide it is beside a nought."""
    font = _font(path, 96)
    x0, y0, x1, y1 = font.getbbox(sign)
    mask = Image.new("L", (max(1, x1 - x0), max(1, y1 - y0)), 0)
    ImageDraw.Draw(mask).text((-x0, -y0), sign, font=font, fill=255)
    zero = font.getbbox("0")
    return mask, min(1.0, (x1 - x0) / max(1, zero[2] - zero[0]))


def _glyph(path, sign, width, height):
    """A sign as a mask that fills width × height; a 1 keeps its own width."""
    mask, share = _mask(path, sign)
    drawn = mask.resize((max(2, round(width * share)), max(2, round(height))), Image.BILINEAR)
    cell = np.zeros((round(height), round(width)), np.float32)
    array = np.asarray(drawn, np.float32) / 255
    left = (cell.shape[1] - array.shape[1]) // 2
    cell[: array.shape[0], left : left + array.shape[1]] = array[: cell.shape[0], : cell.shape[1] - left]
    return cell


def _colour(rng, low, high, tint=20):
    base = rng.uniform(low, high)
    return np.array([min(255, max(0, base + rng.uniform(-tint, tint))) for _ in range(3)], np.float32)


RED = lambda rng: np.array([rng.uniform(120, 230), rng.uniform(10, 70), rng.uniform(10, 70)], np.float32)


def _places(rng, count, doubtful):
    """
    A number and how far each of its wheels has turned on to the next digit. The number is the nearest one; where the last wheel stands between two digits
    (all of them `doubtful`), people write down either, the lower one a little more often, and so do we.
    """
    whole = rng.randrange(10 ** (count - rng.choices([0, 1, 2, 3], [4, 2, 2, 1])[0]))
    rest = rng.uniform(-0.5, 0.5) if doubtful else rng.gauss(0, 0.06) if rng.random() < 0.6 else rng.uniform(-0.42, 0.42)
    value = max(0.0, whole + rest)
    turns, carried = [], value
    for place in range(count):
        if place > 0:
            below = carried % 10
            carried = math.floor(carried / 10) + max(0.0, below - 9)
        turns.append(carried % 10)
    read = round(value)
    if doubtful:
        past = value - math.floor(value)
        upper = min(1.0, max(0.0, (past - 0.25) / 0.6)) ** 1.3
        read = math.floor(value) + (rng.random() < upper)
    return str(read % 10**count).zfill(count), turns[::-1]


def _words(rng):
    """What else is printed on meters and beside them: serial numbers, types, constants, scales, names."""
    digits = lambda low, high: "".join(rng.choice("0123456789") for _ in range(rng.randint(low, high)))
    letters = lambda low, high: "".join(rng.choice("ABCDEFGHIKLMNOPRSTUVWXZ") for _ in range(rng.randint(low, high)))
    kind = rng.choices(["serial", "plain", "type", "constant", "rating", "word", "scale", "dial"], [4, 5, 4, 2, 3, 3, 2, 1])[0]
    if kind == "serial":
        return rng.choice(["No. ", "Nr ", "Nr. ", "S/N ", "SN:", "№ ", "Ser. ", ""]) + digits(6, 10)
    if kind == "plain":
        whole = digits(4, 9)
        at = rng.randint(2, len(whole) - 1)
        return rng.choice([whole, whole, f"{whole[:at]} {whole[at:]}", f"{whole[:at]}-{whole[at:]}", f"{whole[:at]}/{whole[at:]}"])
    if kind == "type":
        return rng.choice([letters(1, 4) + rng.choice(["", "-", " ", ":"]) + digits(2, 6), letters(1, 2) + digits(2, 2) + letters(1, 1) + "-" + digits(5, 6), f"CE M{digits(2, 2)} {digits(4, 4)}", digits(1, 1) + letters(3, 3) + digits(8, 8)])
    if kind == "constant":
        return rng.choice([f"{digits(3, 4)} imp/kWh", f"{digits(2, 3)} rev/kWh", "1 imp = 0,01 m3", f"{digits(3, 4)}imp/kW h", digits(3, 4)])
    if kind == "rating":
        return rng.choice(["Q3=2,5 m3/h", "R160 H", "30 C 1,6 MPa", "220V 50Hz", "5(60)A", "PN16 T50", "Qn 1.5", "230/400 V", "2019", "Cl. 1.0", "IP54", digits(2, 2) + "." + digits(2, 2) + "." + digits(4, 4)])
    if kind == "word":
        return rng.choice([letters(4, 10), letters(3, 9).title(), "SINGLE PHASE METER", "kWh", "m3", letters(2, 5) + " " + letters(3, 8)])
    if kind == "scale":
        return rng.choice(["10000 1000 100 10 1", "1000 100 10 1", "100000 10000 1000 100 10 1", "x0,001", "x 0.0001"])
    return rng.choice(["0 1 2 3 4 5 6 7 8 9", "9 8 7 6 5", "0 2 4 6 8"])


def print_of(rng, faces):
    """A line of print, or a barcode. Answers as wheels does."""
    height = rng.randint(48, 90)
    path = rng.choice(faces)
    text = "" if rng.random() < 0.1 else _words(rng)
    font = _font(path, height)
    spaced = rng.uniform(0, 0.5) * height if rng.random() < 0.12 else 0  # Stamped plates have their digits apart.
    lengths = [font.getlength(sign) + spaced for sign in text] or [height * rng.uniform(3, 7)]
    margin, above = height * rng.uniform(0.3, 0.8), height * rng.uniform(0.2, 0.6)
    box = font.getbbox("0")
    tall = box[3] - box[1]
    light = rng.random() < 0.75
    ground = _colour(rng, 140, 250) if light else _colour(rng, 10, 90)
    ink = (_colour(rng, 5, 80) if rng.random() < 0.85 else RED(rng)) if light else _colour(rng, 170, 255)
    picture = Image.new("RGB", (round(sum(lengths) + 2 * margin), round(tall + 2 * above)), tuple(int(c) for c in ground))
    draw = ImageDraw.Draw(picture)
    fill = tuple(int(c) for c in ink)
    x, centres = margin, []
    for sign, length in zip(text, lengths):
        draw.text((x, above - box[1]), sign, font=font, fill=fill)
        centres.append(x + length / 2)
        x += length
    while text == "" and x < picture.size[0] - margin:
        bar = rng.choice([2, 2, 4, 6, 8])
        draw.rectangle([x, above, x + bar, above + tall], fill=fill)
        x += bar + rng.choice([3, 3, 5, 8])
    if rng.random() < 0.15:  # A plate around it.
        draw.rectangle([margin * 0.4, above * 0.3, picture.size[0] - margin * 0.4, picture.size[1] - above * 0.3], outline=fill, width=max(1, height // 25))
    shown = "".join(sign if sign.isdigit() else "x" for sign in text if sign != " ")
    return np.asarray(picture, np.float32), shown or "x", centres or [margin, x], font.getlength("0"), (above, above + tall), 0


def wheels(rng, faces, doubtful=False, mixed=False):
    """A row of wheels. Answers with its picture, what it says, and where its digits stand."""
    count = rng.choices([4, 5, 6, 7, 8, 9], [1, 4, 5, 4, 7, 1])[0]
    decimals = rng.choices([0, 1, 2, 3], [3, 3, 2, 3])[0]
    height = rng.randint(60, 100)  # Of a digit.
    width = height * rng.uniform(0.42, 0.75)
    step = width * (rng.uniform(1.08, 1.5) if rng.random() < 0.6 else rng.uniform(1.5, 2.4))
    opening = height * rng.uniform(1.1, 1.75)  # What the window shows of a wheel.
    pitch = height * rng.uniform(1.35, 1.9)  # From one digit of a wheel to the next.
    above = rng.uniform(0.15, 0.6) * height
    sheet_height = round(opening + 2 * above)
    margin = step * rng.uniform(0.3, 1.2)
    sheet = np.empty((sheet_height, round(margin * 2 + step * count), 3), np.float32)
    light = rng.random() < 0.35
    sheet[:] = _colour(rng, 150, 245) if rng.random() < 0.6 else _colour(rng, 15, 90)
    ground = _colour(rng, 200, 250, 8) if light else _colour(rng, 10, 70, 8)
    ink = _colour(rng, 5, 60, 8) if light else _colour(rng, 190, 255, 8)
    style = rng.choice(["red wheel", "red ink", "red frame", "same"]) if decimals else "same"
    digits, turns = _places(rng, count, doubtful)
    path = rng.choice(faces)
    upwards = not mixed or rng.random() < 0.7  # The next digit comes from below; on some meters from above.
    top = round(above)
    frame = rng.random()
    if frame < 0.75:
        pad = round(rng.uniform(0.02, 0.3) * height)
        sheet[max(0, top - pad) : top + round(opening) + pad, max(0, round(margin - pad)) : round(margin + step * count + pad)] = (
            _colour(rng, 5, 60) if rng.random() < 0.7 else _colour(rng, 120, 230)
        )
    wheel_width = min(step * rng.uniform(0.8, 1.0), step - 1)
    if rng.random() < 0.2:
        wheel_width = step
    boxes = []
    for place in range(count):
        late = place >= count - decimals
        own_ground, own_ink = ground, ink
        if late and style == "red wheel":
            own_ground, own_ink = RED(rng), _colour(rng, 180, 255, 8)
        if late and style == "red ink":
            own_ink = RED(rng)
            own_ground = _colour(rng, 190, 250, 8) if rng.random() < 0.7 else ground
        strip = _strip(path, turns[place] + rng.gauss(0, 0.02), (wheel_width, opening, width, height, pitch if upwards else -pitch))
        cell = own_ground * (1 - strip[..., None]) + own_ink * strip[..., None]
        rows = np.linspace(-1, 1, cell.shape[0])[:, None, None]
        cell = cell * (1 - rng.uniform(0, 0.6) * np.abs(rows) ** 3)  # A cylinder is darker where it turns away.
        left = round(margin + place * step + (step - wheel_width) / 2)
        part = sheet[top : top + cell.shape[0], left : left + cell.shape[1]]
        part[:] = cell[: part.shape[0], : part.shape[1]]
        if style == "red frame" and late:
            band = max(1, round(0.05 * height))
            sheet[max(0, top - band) : top, left : left + cell.shape[1]] = RED(rng)
            sheet[top + cell.shape[0] : top + cell.shape[0] + band, left : left + cell.shape[1]] = RED(rng)
        boxes.append(margin + (place + 0.5) * step)
    if 0 < decimals < count and rng.random() < 0.25:
        x = margin + (count - decimals) * step
        size = height * rng.uniform(0.05, 0.1)
        draw = Image.fromarray(np.clip(sheet, 0, 255).astype(np.uint8))
        ImageDraw.Draw(draw).ellipse([x - size, top + opening * 0.8 - size, x + size, top + opening * 0.8 + size], fill=tuple(int(c) for c in ink))
        sheet = np.asarray(draw, np.float32)
    return sheet, digits, boxes, width, (top, top + opening), decimals


def _strip(path, turn, sizes):
    """What a window shows of a wheel that has turned so far: the digit, and of its neighbours what peeks in."""
    wheel_width, opening, width, height, pitch = sizes
    strip = np.zeros((round(opening), round(wheel_width)), np.float32)
    for digit in (math.floor(turn) - 1, math.floor(turn), math.floor(turn) + 1, math.floor(turn) + 2):
        middle = opening / 2 + (digit - turn) * pitch
        top = round(middle - height / 2)
        if top >= strip.shape[0] or top + round(height) <= 0:
            continue
        glyph = _glyph(path, str(digit % 10), min(width, wheel_width * 0.95), height)
        left = (strip.shape[1] - glyph.shape[1]) // 2
        from_row, to_row = max(0, top), min(strip.shape[0], top + glyph.shape[0])
        strip[from_row:to_row, left : left + glyph.shape[1]] = np.maximum(
            strip[from_row:to_row, left : left + glyph.shape[1]], glyph[from_row - top : to_row - top]
        )
    return strip


def line(rng, faces, segments, mixed=False):
    """A display of segments or dots, or print: digits on one ground."""
    count = rng.choices([4, 5, 6, 7, 8], [2, 5, 6, 3, 3])[0]
    decimals = rng.choices([0, 1, 2, 3], [2, 5, 2, 2])[0]
    kind = rng.choices(["segments", "dots", "print"], [7, 1, 2])[0]
    height = rng.randint(60, 100)
    width = height * (rng.uniform(0.45, 0.65))
    step = width * (rng.uniform(1.12, 1.55))
    margin = step * rng.uniform(0.3, 1.2)
    above = rng.uniform(0.2, 0.6) * height
    sheet = np.empty((round(height + 2 * above), round(margin * 2 + step * count), 3), np.float32)
    if rng.random() < 0.8:
        ground = np.array([rng.uniform(110, 220), rng.uniform(120, 225), rng.uniform(90, 200)], np.float32)
        ink = ground * (rng.uniform(0.1, 0.6) if not mixed or rng.random() < 0.7 else rng.uniform(0.55, 0.82))  # Some are hardly to be seen.
    else:
        ground = _colour(rng, 5, 60)
        ink = _colour(rng, 150, 255, 60)
    sheet[:] = ground
    digits = str(rng.randrange(10 ** (count - rng.choices([0, 1, 2, 3], [5, 2, 2, 1])[0]))).zfill(count)
    path = rng.choice(segments if kind == "segments" else faces)
    ghost = rng.uniform(0, 0.45 if mixed else 0.25) if kind == "segments" and rng.random() < 0.5 else 0
    lean = rng.uniform(-0.02, 0.18) if kind == "segments" else 0
    boxes = []
    for place, digit in enumerate(digits):
        if kind == "segments":
            mask = _segments(path, digit, width, height)
            if ghost:
                mask = np.maximum(mask, ghost * _segments(path, "8", width, height))
        elif kind == "dots":
            mask = _dots(digit, width, height)
        else:
            mask = _glyph(path, digit, width, height)
        left = round(margin + place * step + (step - width) / 2)
        part = sheet[round(above) : round(above) + mask.shape[0], left : left + mask.shape[1]]
        part[:] = part * (1 - mask[..., None][: part.shape[0], : part.shape[1]]) + ink * mask[..., None][: part.shape[0], : part.shape[1]]
        boxes.append(margin + (place + 0.5) * step)
    if 0 < decimals < count:
        x, size = round(margin + (count - decimals) * step), max(1, round(height * rng.uniform(0.04, 0.08)))
        sheet[round(above + height - 2 * size) : round(above + height), x - size : x + size] = ink
    if lean:
        picture = Image.fromarray(np.clip(sheet, 0, 255).astype(np.uint8))
        shift = lean * sheet.shape[0]
        picture = picture.transform(picture.size, Image.AFFINE, (1, lean, -shift / 2, 0, 1, 0), Image.BILINEAR, fillcolor=tuple(int(c) for c in ground))
        sheet = np.asarray(picture, np.float32)
    return sheet, digits, boxes, width, (above, above + height), decimals


def _segments(path, digit, width, height):
    font = _font(path, 96)
    box = font.getbbox("8")
    mask = Image.new("L", (box[2] - box[0], box[3] - box[1]), 0)
    ImageDraw.Draw(mask).text((-box[0], -box[1]), digit, font=font, fill=255)
    return np.asarray(mask.resize((round(width), round(height)), Image.BILINEAR), np.float32) / 255


_MATRIX = {
    "0": "01110 10001 10011 10101 11001 10001 01110", "1": "00100 01100 00100 00100 00100 00100 01110",
    "2": "01110 10001 00001 00110 01000 10000 11111", "3": "01110 10001 00001 00110 00001 10001 01110",
    "4": "00010 00110 01010 10010 11111 00010 00010", "5": "11111 10000 11110 00001 00001 10001 01110",
    "6": "00110 01000 10000 11110 10001 10001 01110", "7": "11111 00001 00010 00100 01000 01000 01000",
    "8": "01110 10001 10001 01110 10001 10001 01110", "9": "01110 10001 10001 01111 00001 00010 01100",
}


def _dots(digit, width, height):
    mask = Image.new("L", (50, 70), 0)
    draw = ImageDraw.Draw(mask)
    for y, row in enumerate(_MATRIX[digit].split()):
        for x, dot in enumerate(row):
            if dot == "1":
                draw.rectangle([x * 10 + 1, y * 10 + 1, x * 10 + 8, y * 10 + 8], fill=255)
    return np.asarray(mask.resize((round(width), round(height)), Image.BILINEAR), np.float32) / 255


# What a row is: a register, one on its head, or another line.
UPRIGHT, TURNED, OTHER = 0, 1, 2


def row(rng, held_out, doubtful=False, mixed=False, parts=False):
    """
    A row as it is cut from a photo, HEIGHT high; what it says, digits, and an 'x' for each sign that is none, as is every sign on its head; and what it is: an
    upright register, if `mixed` also one on its head or another line, and with `parts` a part of a register.
    """
    faces, segments = fonts(held_out)
    what = UPRIGHT if doubtful or not mixed else rng.choices([UPRIGHT, TURNED, OTHER], [65, 12, 23])[0]
    if what == OTHER:
        sheet, text, boxes, width, (top, bottom), _ = print_of(rng, faces)
    else:
        sheet, text, boxes, width, (top, bottom), _ = wheels(rng, faces, doubtful, mixed) if doubtful or rng.random() < (0.68 if mixed else 0.72) else line(rng, faces, segments, mixed)
        if rng.random() < 0.22:
            sheet, text = _with_unit(rng, sheet, text, rng.choice(faces), (top, bottom))
    picture = Image.fromarray(np.clip(sheet, 0, 255).astype(np.uint8))
    picture = _leaning(rng, picture)
    first, last = boxes[0] - width / 2, (boxes[-1] + width / 2 if what == OTHER or text[-1] != "x" else sheet.shape[1])
    if parts and what != OTHER and rng.random() < 0.2:  # A part of it: what finds lines often finds the red wheels apart from the others.
        begin = rng.randrange(len(boxes) - 1)
        end = rng.randrange(begin + 2, len(boxes) + 1)
        half = (boxes[1] - boxes[0]) / 2
        text = text[begin:end]
        return _cut(rng, picture, (boxes[begin] - half * rng.uniform(0.85, 1), top, boxes[end - 1] + half * rng.uniform(0.85, 1), bottom), text, what)
    left = first - width * rng.choice([rng.uniform(-0.12, 0.3), rng.uniform(0.1, 1.2)])
    right = last + width * rng.choice([rng.uniform(-0.12, 0.3), rng.uniform(0.1, 1.2)])
    return _cut(rng, picture, (left, top, right, bottom), text, what)


def _cut(rng, picture, box, text, what):
    """Cuts a row out of its sheet, as large as a photo may have it, and takes the photo."""
    left, top, right, bottom = box
    digit = bottom - top
    up, down = top - digit * rng.uniform(-0.05, 0.35), bottom + digit * rng.uniform(-0.05, 0.35)
    ratio = (right - left) / max(8, down - up) * (0.7 if rng.random() < 0.15 else 1)
    wide = max(HEIGHT, min(WIDEST, round(ratio * HEIGHT)))
    seen = max(12, round(HEIGHT * math.exp(rng.uniform(math.log(0.35), math.log(1.6)))))  # Pixels that the photo has of it.
    size = (max(16, round(seen * wide / HEIGHT)), seen)
    picture = picture.transform(size, Image.EXTENT, (left, up, right, down), Image.BICUBIC)
    if what == TURNED or (what == OTHER and rng.random() < 0.3):
        picture, text = picture.transpose(Image.ROTATE_180), "x" * len(text)
    picture = _photographed(rng, picture)
    picture = picture.resize((wide, HEIGHT), Image.BILINEAR)
    return _looked_at(rng, np.asarray(picture)), text, what


def _with_unit(rng, sheet, text, path, lines):
    unit = rng.choice(["m3", "m³", "kWh", "KWh", "kW", "m", "L"])
    top, bottom = lines
    height = (bottom - top) * rng.uniform(0.4, 0.8)
    font = _font(path, max(8, round(height)))
    box = font.getbbox(unit)
    gap = round(rng.uniform(0.1, 0.5) * height)
    wider = np.empty((sheet.shape[0], sheet.shape[1] + gap + box[2] + 4, 3), np.float32)
    wider[:] = np.median(sheet[:, -3:].reshape(-1, 3), axis=0)
    wider[:, : sheet.shape[1]] = sheet
    picture = Image.fromarray(np.clip(wider, 0, 255).astype(np.uint8))
    dark = wider[0, -1].mean() > 110
    fill = tuple([rng.randint(0, 60)] * 3) if dark else tuple([rng.randint(180, 255)] * 3)
    ImageDraw.Draw(picture).text((sheet.shape[1] + gap, bottom - box[3] - rng.uniform(0, 0.3) * height), unit, font=font, fill=fill)
    return np.asarray(picture, np.float32), text + "x" * len(unit)


def _leaning(rng, picture):
    """A little turned, and seen a little from the side."""
    w, h = picture.size
    pull = lambda: rng.gauss(0, 0.02) * h
    lean = math.tan(math.radians(rng.gauss(0, 1.0)))
    corners = [(0 + pull(), 0 + pull() - lean * w / 2), (0 + pull(), h + pull() - lean * w / 2), (w + pull(), h + pull() + lean * w / 2), (w + pull(), 0 + pull() + lean * w / 2)]
    edge = tuple(int(c) for c in np.asarray(picture)[0, 0])
    return picture.transform((w, h), Image.QUAD, [number for corner in corners for number in corner], Image.BICUBIC, fillcolor=edge)


def _photographed(rng, picture, digit=None):
    """As a camera sees it: light, dirt, haze, blur, noise, compression. Sizes go by the height of a digit; by default it fills the picture."""
    w, h = picture.size
    digit = digit or h
    array = np.asarray(picture, np.float32)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    # Light that falls unevenly, a reflection, a scratch, dirt.
    direction = rng.uniform(0, 2 * math.pi)
    slope = (x / w - 0.5) * math.cos(direction) + (y / h - 0.5) * math.sin(direction)
    array = array * (rng.uniform(0.45, 1.1) * (1 + rng.uniform(0, 0.8) * slope))[..., None]
    if rng.random() < 0.4:
        for _ in range(rng.randint(1, 3)):
            cx, cy, rx, ry = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0.05, 0.6) * digit, rng.uniform(0.05, 0.8) * digit
            spot = np.exp(-(((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2))
            array = array + rng.uniform(30, 190) * spot[..., None]
    if rng.random() < 0.25:
        for _ in range(rng.randint(1, 6)):
            cx, cy, r = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0.01, 0.08) * digit + 0.5
            spot = np.exp(-(((x - cx) / r) ** 2 + ((y - cy) / r) ** 2))[..., None]
            array = array * (1 - 0.8 * spot) + 0.8 * spot * rng.uniform(20, 120)
    if rng.random() < 0.3:  # A haze over all of it.
        haze = rng.uniform(0.1, 0.6)
        array = array * (1 - haze) + haze * rng.uniform(80, 230)
    array = array * np.array([rng.uniform(0.75, 1.1) for _ in range(3)], np.float32)
    picture = Image.fromarray(np.clip(array, 0, 255).astype(np.uint8))
    if rng.random() < 0.75:
        picture = picture.filter(ImageFilter.GaussianBlur(digit * rng.choice([rng.uniform(0, 0.03), rng.uniform(0.02, 0.08)])))
    if rng.random() < 0.15:
        size = rng.choice([3, 5])
        kernel = [0] * (size * size)
        for step in range(size):
            kernel[(size // 2) * size + step if rng.random() < 0.5 else step * size + size // 2] = 1
        picture = picture.filter(ImageFilter.Kernel((size, size), kernel, sum(kernel)))
    array = np.asarray(picture, np.float32)
    noise = np.random.default_rng(rng.randrange(2**31)).normal(0, rng.choice([0, 3, 6, 10]), array.shape)
    picture = Image.fromarray(np.clip(array + noise, 0, 255).astype(np.uint8))
    if rng.random() < 0.7:
        kept = io.BytesIO()
        picture.save(kept, "JPEG", quality=rng.randint(25, 92))
        picture = Image.open(kept).convert("RGB")
    return picture


def _looked_at(rng, array):
    """As the service looks at rows: in colour, at the green part, at that with its full contrast, or set anew dark on light."""
    how = rng.choices(["colour", "green", "even"], [2, 2, 3])[0]
    if how == "colour":
        return array[..., ::-1].copy()  # The model was trained on blue, green, red.
    green = array[..., 1].astype(np.float32)
    if how == "even":
        low, high = np.percentile(green, [2, 98])
        if high - low >= 16:
            green = np.clip((green - low) / (high - low) * 255, 0, 255)
    return np.repeat(green.astype(np.uint8)[..., None], 3, axis=2)


def face(rng, held_out):
    """A whole photo of a meter, its register's digits, and how many of them are decimals: a plate with print around the register, seen from any side."""
    faces, segments = fonts(held_out)
    sheet, digits, boxes, _, (top, bottom), decimals = wheels(rng, faces, mixed=True) if rng.random() < 0.7 else line(rng, faces, segments, mixed=True)
    size = (1200, 900) if rng.random() < 0.5 else (900, 1200)
    photo = Image.new("RGB", size, tuple(int(c) for c in _colour(rng, 10, 230)))
    draw = ImageDraw.Draw(photo)
    for _ in range(rng.randint(0, 12)):  # Walls, pipes, cables.
        x, y, w, h = rng.uniform(-200, size[0]), rng.uniform(-200, size[1]), rng.uniform(20, 600), rng.uniform(20, 600)
        rng.choice([draw.rectangle, draw.ellipse])([x, y, x + w, y + h], fill=tuple(int(c) for c in _colour(rng, 10, 240, 40)))
    plate = rng.uniform(0.55, 1.0) * min(size)
    left, upper = (size[0] - plate) / 2 + rng.uniform(-0.1, 0.1) * size[0], (size[1] - plate) / 2 + rng.uniform(-0.1, 0.1) * size[1]
    ground = _colour(rng, 150, 250, 12) if rng.random() < 0.8 else _colour(rng, 20, 110, 12)
    shape = draw.ellipse if rng.random() < 0.5 else draw.rectangle
    shape([left, upper, left + plate, upper + plate], fill=tuple(int(c) for c in ground), outline=tuple(int(c) for c in ground * 0.5), width=rng.randint(2, 14))
    register = Image.fromarray(np.clip(sheet, 0, 255).astype(np.uint8))
    width = plate * rng.uniform(0.35, 0.8)
    scale = width / register.size[0]
    digit = (bottom - top) * scale
    x, y = round(left + (plate - width) / 2 + rng.uniform(-0.08, 0.08) * plate), round(upper + plate * rng.uniform(0.25, 0.6))
    height = round(register.size[1] * scale)
    for _ in range(rng.randint(2, 9)):  # Print above and below the register.
        printed = Image.fromarray(np.clip(print_of(rng, faces)[0], 0, 255).astype(np.uint8))
        high = digit * rng.uniform(0.3, 1.1)
        wide = min(plate * 0.7, printed.size[0] * high / printed.size[1])
        row_y = rng.choice([y - high * rng.uniform(1.1, 4), y + height + high * rng.uniform(0.1, 4)])
        photo.paste(printed.resize((max(8, round(wide)), max(6, round(high)))), (round(left + rng.uniform(0.1, 0.9) * (plate - wide)), round(row_y)))
    photo.paste(register.resize((round(width), height), Image.BILINEAR), (x, y))
    ImageDraw.Draw(photo).text((x + width + 6, y + height * 0.3), rng.choice(["m3", "kWh", "m³", ""]), font=_font(rng.choice(faces), max(10, round(digit * 0.6))), fill=tuple(int(c) for c in 255 - ground))
    lean = math.radians(rng.gauss(0, 4))
    back = (math.cos(lean), math.sin(lean), -math.sin(lean), math.cos(lean))
    cx, cy = size[0] / 2, size[1] / 2
    photo = photo.transform(size, Image.AFFINE, (back[0], back[1], cx - back[0] * cx - back[1] * cy, back[2], back[3], cy - back[2] * cx - back[3] * cy), Image.BICUBIC)
    return _photographed(rng, photo, digit).rotate(rng.choice([0, 0, 0, 0, 0, 90, 180, 270]), expand=True), digits, decimals


if __name__ == "__main__":
    import sys
    import time

    rng = random.Random(1)
    began = time.time()
    sheet = Image.new("RGB", (1000, 20 * 52), "white")
    for index in range(40):
        picture, _, _ = row(rng, index % 2 == 1, mixed=True, parts=True)
        sheet.paste(Image.fromarray(picture[..., ::-1]), ((index % 2) * 500, index // 2 * 52))
    print((time.time() - began) / 40, "s a row")
    sheet.save(sys.argv[1])
