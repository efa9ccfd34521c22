// Integration API: reading a meter from a photo. The result is a proposal; nothing is submitted.
import { RequestError } from '../../http/errors.ts';
import { exampleId } from '../../http/openapi/example-values.ts';
import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Id, OneOf, Type } from '../../http/schemas.ts';
import { maxPictureBytes } from '../../http/uploads/read-upload.ts';
import { type PhotoProblem, photoProblems } from '../../metering/ocr/photo-problems.ts';
import { readPhoto } from '../../metering/ocr/read-photo.ts';
import { oddities, type Resolution } from '../../metering/ocr/resolve-reading.ts';
import { bodyProblem } from '../../platform/errors.ts';
import { problemCodeGroups } from '../../platform/problem-codes.ts';

const likelihood = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1, description, examples: [example] });
const value = Type.Number({ minimum: 0, description: 'In the meter’s unit, with its decimals.', examples: [409.55] });
const part = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const Box = Type.Object(
  { x: part('Left edge.'), y: part('Upper edge.'), width: part('Width.'), height: part('Height.') },
  { description: 'The position of the digit, in fractions of the upright picture’s width and height.' },
);
const ReadDigit = Type.Object({
  char: Type.String({ pattern: '^\\d$', examples: ['4'] }),
  confidence: likelihood('The probability that this digit is right.', 0.97),
  box: Type.Optional(Box),
});
const Candidate = Type.Object({ value, confidence: likelihood('The probability that this value is right.', 0.91) });

/** The response: P-40. */
const PhotoReadingBody = Type.Object(
  {
    value,
    text: Type.String({
      description: 'The register as shown in the picture, with leading zeros.',
      examples: ['00409550'],
    }),
    confidence: likelihood('The probability that the value is right to its last digit.', 0.91),
    wholeConfidence: likelihood('The probability that the value is right before its decimal point.', 0.97),
    digits: Type.Array(ReadDigit, { description: 'The digits of the register, from the left.' }),
    candidates: Type.Array(Candidate, { description: 'The most likely values, best first.' }),
    serialNumber: Type.Optional(Type.String({ description: 'The meter’s serial number, if it is in the picture.' })),
    meterId: Type.Optional(Id),
    plausible: Type.Boolean({ description: 'Whether the value fits the known data of the meter.' }),
    reason: Type.Optional(
      OneOf(oddities, {
        description:
          'Warnings. other_meter: the picture shows another serial number. changed_by_context: the picture shows other digits than the value. below_last_reading, above_usual: the value does not fit the last reading. rolled_over: the register rolled over to zero. unclear: hard to read; without this and the others the whole units may be accepted unseen. decimals_unknown: without meterId the decimals are unknown, so all digits count as whole.',
      }),
    ),
    photoProblem: Type.Optional(
      OneOf(photoProblems, {
        description:
          'With unclear: what is wrong with the photo, so that another can be taken. photo_cut: the register is cut off at the edge. no_meter: nothing looks like a register.',
      }),
    ),
  },
  {
    title: 'PhotoReading',
    'x-open-point': 'P-40',
    examples: [
      {
        value: 412.337,
        text: '00412337',
        digits: [...'00412337'].map((char, index) => ({
          char,
          confidence: 0.99,
          box: { x: (20 + 8 * index) / 100, y: 0.42, width: 0.06, height: 0.11 },
        })),
        candidates: [
          { value: 412.337, confidence: 0.91 },
          { value: 412.331, confidence: 0.04 },
        ],
        confidence: 0.91,
        wholeConfidence: 0.97,
        meterId: exampleId('meter'),
        plausible: true,
      },
    ],
  },
);

const MeterId = Type.Object({
  meterId: Type.Optional({
    ...Id,
    description: 'The meter in the photo. Its digits, decimals and last reading improve the result.',
    'x-open-point': 'P-40',
  }),
});

/** POST /meters/ocr. */
const read = operation({
  name: 'readMeterPhoto',
  route: 'POST /meters/ocr',
  summary: 'Read a meter from a photo',
  description:
    'Extracts the reading with its confidence and warnings. Nothing is submitted or stored: show the result to a person, then send POST /meters/:id/readings. If known data of the meter changed a digit, text and value differ and the confidence stays below 0.5.',
  permission: 'readings:submit',
  rules: ['only reads', 'photo'],
  query: MeterId,
  body: { accepts: 'picture', limit: maxPictureBytes, fields: MeterId },
  responses: showsData('The reading.', PhotoReadingBody),
  errors: ['not_found', 'reading_not_found'],
  openPoints: ['P-3', 'P-9', 'P-40'],
  handle: {
    prepare: async ({ app }, caller, { query, fields, file }) => {
      const meterId = singleMeterId(query.meterId, fields.meterId);
      const { resolution, trouble } = await readPhoto(app, caller, await file.whole(), meterId);
      if (resolution === undefined) throw noReadingError(trouble);
      return { ...bodyOf(resolution, meterId), photoProblem: trouble };
    },
    run: async (_scope, _input, prepared) => okResponse(prepared),
  },
});

/** The meter can be named in the query or beside the file; if in both, it must be the same. */
function singleMeterId(inQuery: string | undefined, inFields: string | undefined): string | undefined {
  if (inQuery !== undefined && inFields !== undefined && inQuery !== inFields) {
    const message = 'meterId names another meter than the one in the query.';
    throw new RequestError('validation_failed', { problems: [bodyProblem(['meterId'], 'contradiction', message)] });
  }
  return inQuery ?? inFields;
}

function bodyOf({ value, candidates, digits, ...rest }: Resolution, meterId: string | undefined) {
  return {
    ...rest,
    value: Number(value),
    digits,
    candidates: candidates.map((candidate) => ({ ...candidate, value: Number(candidate.value) })),
    meterId,
  };
}

function noReadingError(trouble: PhotoProblem | undefined): RequestError {
  const code = trouble ?? 'reading_not_found';
  const message = problemCodeGroups['Readings and photos'][code];
  const detail = `${message} Take it straight from the front, so close that the digits fill most of its width.`;
  return new RequestError('reading_not_found', { detail, problems: [bodyProblem(['file'], code, message)] });
}

export const meterOcrOperations = tagged('Meters', [read]);
