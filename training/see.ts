// Shows drawn rows to the reading model and keeps what it sees of each step, for train.py: seen.bin (half floats, wide
// and deep after each other) and seen.json (the steps of each row). Says how many rows the model reads right without a
// head of ours, which is the floor.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import ort from 'onnxruntime-node';
import { makeRowDecoder } from '../src/metering/ocr/decode-rows.ts';
import { searchNumbers } from '../src/metering/ocr/digit-search.ts';
import { detectorLayers, loadModels, loadRecognizer, recognizerLayers } from '../src/metering/ocr/models.ts';

const height = 48;
const [folder = '.'] = process.argv.slice(2);
const reported = JSON.parse(await readFile(join(folder, 'rows.json'), 'utf8')) as [width: number, text: string][];
const pixels = await open(join(folder, 'rows.bin'));
const session = await ort.InferenceSession.create(await loadRecognizer(), { intraOpNumThreads: 1 });
const reader = makeRowDecoder((await loadModels(1)).signs);
const kept = createWriteStream(join(folder, 'seen.bin'));
const steps: number[] = [];
let [at, right] = [0, 0];
for (const [width, text] of reported) {
  const size = width * height * 3;
  const { buffer } = await pixels.read(Buffer.alloc(size), 0, size, at);
  at += size;
  const answer = await session.run({
    [recognizerLayers.row]: new ort.Tensor('float32', planesOf(buffer), [1, 3, height, width]),
  });
  const [wide, deep, said] = [detectorLayers.wide, detectorLayers.deep, recognizerLayers.output].map(
    (name) => answer[name]?.data as Float32Array,
  );
  const count = answer[recognizerLayers.output]?.dims[1] ?? 0;
  if (wide === undefined || deep === undefined || said === undefined) throw new Error('The model answered nothing.');
  const [channels, depth] = [wide.length / count, deep.length / count];
  const row = new Float16Array(count * (channels + depth));
  for (let step = 0; step < count; step += 1) {
    const from = step * (channels + depth);
    for (let channel = 0; channel < channels; channel += 1) row[from + channel] = wide[channel * count + step] ?? 0;
    row.set(deep.subarray(step * depth, (step + 1) * depth), from + channels);
  }
  steps.push(count);
  if (!kept.write(Buffer.from(row.buffer))) await once(kept, 'drain');
  const { frames } = reader({
    steps: count,
    data: said,
    register: new Float32Array(),
    line: new Float32Array(),
    kind: new Float32Array(),
  });
  if (searchNumbers(frames, { length: undefined }, 1)[0]?.text === text.replaceAll('x', '')) right += 1;
}
kept.end();
await finished(kept);
await writeFile(join(folder, 'seen.json'), JSON.stringify(steps));
console.log(`${folder}: ${steps.length} rows, ${((100 * right) / steps.length).toFixed(1)} % right without a head.`);

/** Bytes, pixel by pixel, as three planes from -1 to 1. */
function planesOf(bytes: Buffer): Float32Array {
  const count = bytes.length / 3;
  const planes = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i += 1) planes[(i % 3) * count + Math.floor(i / 3)] = (bytes[i] ?? 0) / 127.5 - 1;
  return planes;
}
