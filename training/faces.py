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


def wheels(rng, faces, doubtful=False):
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
        strip = _strip(path, turns[place] + rng.gauss(0, 0.02), (wheel_width, opening, width, height, pitch))
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
    return sheet, digits, boxes, width, (top, top + opening)


def _strip(path, turn, sizes):
    """What a window shows of a wheel that has turned so far: the digit, and of its neighbours what peeks in."""
    wheel_width, opening, width, height, pitch = sizes
    strip = np.zeros((round(opening), round(wheel_width)), np.float32)
    for digit in (math.floor(turn) - 1, math.floor(turn), math.floor(turn) + 1, math.floor(turn) + 2):
        middle = opening / 2 + (digit - turn) * pitch
        top = round(middle - height / 2)
        if top >= strip.shape[0] or top + height <= 0:
            continue
        glyph = _glyph(path, str(digit % 10), min(width, wheel_width * 0.95), height)
        left = (strip.shape[1] - glyph.shape[1]) // 2
        from_row, to_row = max(0, top), min(strip.shape[0], top + glyph.shape[0])
        strip[from_row:to_row, left : left + glyph.shape[1]] = np.maximum(
            strip[from_row:to_row, left : left + glyph.shape[1]], glyph[from_row - top : to_row - top]
        )
    return strip


def line(rng, faces, segments):
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
        ink = ground * rng.uniform(0.1, 0.6)
    else:
        ground = _colour(rng, 5, 60)
        ink = _colour(rng, 150, 255, 60)
    sheet[:] = ground
    digits = str(rng.randrange(10 ** (count - rng.choices([0, 1, 2, 3], [5, 2, 2, 1])[0]))).zfill(count)
    path = rng.choice(segments if kind == "segments" else faces)
    ghost = rng.uniform(0, 0.25) if kind == "segments" and rng.random() < 0.5 else 0
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
    return sheet, digits, boxes, width, (above, above + height)


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


def row(rng, held_out, doubtful=False):
    """A row as it is cut from a photo, HEIGHT high, and what it says: digits, and an 'x' for each sign that is none."""
    faces, segments = fonts(held_out)
    sheet, text, boxes, width, (top, bottom) = wheels(rng, faces, doubtful) if doubtful or rng.random() < 0.72 else line(rng, faces, segments)
    if rng.random() < 0.22:
        sheet, text = _with_unit(rng, sheet, text, rng.choice(faces), (top, bottom))
    picture = Image.fromarray(np.clip(sheet, 0, 255).astype(np.uint8))
    picture = _leaning(rng, picture)
    digit = bottom - top
    first, last = boxes[0] - width / 2, (boxes[-1] + width / 2 if text[-1] != "x" else sheet.shape[1])
    left = first - width * rng.choice([rng.uniform(-0.12, 0.3), rng.uniform(0.1, 1.2)])
    right = last + width * rng.choice([rng.uniform(-0.12, 0.3), rng.uniform(0.1, 1.2)])
    up, down = top - digit * rng.uniform(-0.05, 0.35), bottom + digit * rng.uniform(-0.05, 0.35)
    ratio = (right - left) / max(8, down - up) * (0.7 if rng.random() < 0.15 else 1)
    wide = max(HEIGHT, min(WIDEST, round(ratio * HEIGHT)))
    seen = max(12, round(HEIGHT * math.exp(rng.uniform(math.log(0.35), math.log(1.6)))))  # Pixels that the photo has of it.
    size = (max(16, round(seen * wide / HEIGHT)), seen)
    picture = picture.transform(size, Image.EXTENT, (left, up, right, down), Image.BICUBIC)
    picture = _photographed(rng, picture)
    picture = picture.resize((wide, HEIGHT), Image.BILINEAR)
    return _looked_at(rng, np.asarray(picture)), text


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


def _photographed(rng, picture):
    w, h = picture.size
    array = np.asarray(picture, np.float32)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    # Light that falls unevenly, a reflection, a scratch, dirt.
    direction = rng.uniform(0, 2 * math.pi)
    slope = (x / w - 0.5) * math.cos(direction) + (y / h - 0.5) * math.sin(direction)
    array = array * (rng.uniform(0.45, 1.1) * (1 + rng.uniform(0, 0.8) * slope))[..., None]
    if rng.random() < 0.4:
        for _ in range(rng.randint(1, 3)):
            cx, cy, rx, ry = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0.05, 0.6) * h, rng.uniform(0.05, 0.8) * h
            spot = np.exp(-(((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2))
            array = array + rng.uniform(30, 190) * spot[..., None]
    if rng.random() < 0.25:
        for _ in range(rng.randint(1, 6)):
            cx, cy, r = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0.01, 0.08) * h + 0.5
            spot = np.exp(-(((x - cx) / r) ** 2 + ((y - cy) / r) ** 2))[..., None]
            array = array * (1 - 0.8 * spot) + 0.8 * spot * rng.uniform(20, 120)
    if rng.random() < 0.3:  # A haze over all of it.
        haze = rng.uniform(0.1, 0.6)
        array = array * (1 - haze) + haze * rng.uniform(80, 230)
    array = array * np.array([rng.uniform(0.75, 1.1) for _ in range(3)], np.float32)
    picture = Image.fromarray(np.clip(array, 0, 255).astype(np.uint8))
    if rng.random() < 0.75:
        picture = picture.filter(ImageFilter.GaussianBlur(h * rng.choice([rng.uniform(0, 0.03), rng.uniform(0.02, 0.08)])))
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


if __name__ == "__main__":
    import sys
    import time

    rng = random.Random(1)
    began = time.time()
    sheet = Image.new("RGB", (1000, 20 * 52), "white")
    for index in range(40):
        picture, text = row(rng, index % 2 == 1)
        sheet.paste(Image.fromarray(picture[..., ::-1]), ((index % 2) * 500, index // 2 * 52))
    print((time.time() - began) / 40, "s a row")
    sheet.save(sys.argv[1])
