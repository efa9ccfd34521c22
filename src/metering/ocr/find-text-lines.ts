// Finds the tilted rectangles of text lines in a map of text likelihoods (the differentiable binarization of PP-OCR).
import type { TextMap } from './models.ts';
import type { RotatedRect } from './pixels.ts';

type PixelPoint = readonly [x: number, y: number];

const textThreshold = 0.3;
const minSureness = 0.5;
/** The model marks the core of a line. The edge is further out by this factor times area divided by perimeter. */
const expansionRatio = 1.7;
const maxLines = 200;

/** The lines of a map that are large enough to be read, in pixels of the map, from top to bottom. */
export function findTextLines(map: TextMap): RotatedRect[] {
  const visited = new Uint8Array(map.width * map.height);
  const lines: RotatedRect[] = [];
  for (let start = 0; start < visited.length && lines.length < maxLines; start += 1) {
    if (visited[start] === 1 || (map.data[start] ?? 0) <= textThreshold) continue;
    const { edge, sureness, size } = floodFill(map, visited, start);
    if (size < 12 || sureness < minSureness) continue;
    const rect = minAreaRect(convexHull(edge));
    if (rect.height < 2) continue;
    const out = ((rect.length * rect.height) / (2 * (rect.length + rect.height))) * expansionRatio;
    lines.push({ ...rect, length: rect.length + 2 * out, height: rect.height + 2 * out });
  }
  return lines;
}

/** Visits all text pixels connected to one. `edge` has the pixels at the border, which are enough for a hull. */
function floodFill(map: TextMap, visited: Uint8Array, start: number) {
  const { width, height, data } = map;
  const stack = [start];
  const edge: PixelPoint[] = [];
  let [sum, size] = [0, 0];
  visited[start] = 1;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    sum += data[at] ?? 0;
    size += 1;
    let inside = 0;
    for (let i = 0; i < 9; i += 1) {
      const [nx, ny] = [x + (i % 3) - 1, y + Math.floor(i / 3) - 1];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
      const next = ny * width + nx;
      if ((data[next] ?? 0) <= textThreshold) continue;
      inside += 1;
      if (visited[next] === 1) continue;
      visited[next] = 1;
      stack.push(next);
    }
    if (inside < 9) edge.push([x + 0.5, y + 0.5]);
  }
  return { edge, size, sureness: sum / size };
}

/** The convex hull, by Andrew's monotone chain. */
function convexHull(points: PixelPoint[]): PixelPoint[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (ordered: readonly PixelPoint[]) => {
    const chain: PixelPoint[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && crossProduct(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const hull = [...half(sorted), ...half(sorted.toReversed())];
  return hull.length > 0 ? hull : sorted.slice(0, 1);
}

function crossProduct(a: PixelPoint = [0, 0], b: PixelPoint = [0, 0], [x, y]: PixelPoint): number {
  return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

/**
 * The rectangle of minimum area around a hull: one of its sides lies along a side of the hull. It runs to the right, or
 * down if it is vertical.
 */
function minAreaRect(hull: readonly PixelPoint[]): RotatedRect {
  let best: RotatedRect | undefined;
  for (const [i, [x, y]] of hull.entries()) {
    const [nextX, nextY] = hull[(i + 1) % hull.length] ?? [x + 1, y];
    const rect = boundingRectAt(hull, Math.atan2(nextY - y, nextX - x));
    if (best === undefined || rect.length * rect.height < best.length * best.height) best = rect;
  }
  return orientLengthwise(best ?? { cx: 0, cy: 0, length: 0, height: 0, angle: 0 });
}

function boundingRectAt(hull: readonly PixelPoint[], angle: number): RotatedRect {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [u0, u1, v0, v1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of hull) {
    const [u, v] = [x * cos + y * sin, y * cos - x * sin];
    [u0, u1, v0, v1] = [Math.min(u0, u), Math.max(u1, u), Math.min(v0, v), Math.max(v1, v)];
  }
  const [u, v] = [(u0 + u1) / 2, (v0 + v1) / 2];
  return { cx: u * cos - v * sin, cy: u * sin + v * cos, length: u1 - u0 + 1, height: v1 - v0 + 1, angle };
}

/** Turns a rectangle so that its length is the longer side: text runs along it. */
function orientLengthwise(rect: RotatedRect): RotatedRect {
  const quarter = Math.PI / 2;
  const stands = rect.height > rect.length;
  const turned = stands ? { ...rect, length: rect.height, height: rect.length, angle: rect.angle + quarter } : rect;
  let angle = turned.angle % Math.PI;
  if (angle > quarter + 0.01) angle -= Math.PI;
  if (angle <= -quarter + 0.01) angle += Math.PI;
  return { ...turned, angle };
}
