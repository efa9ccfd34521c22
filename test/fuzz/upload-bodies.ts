// Bodies of uploads: the file in JSON, as the body itself or as a part of a form, whole or damaged.
import fc from 'fast-check';
import type { Dice } from '../dice.ts';

type UploadBody = {
  readonly body: { readonly json: unknown } | { readonly base64: string };
  readonly headers: { readonly 'content-type': string };
};

const boundary = 'haldur-fuzzer';

/** The file and the fields of a sample in one of the ways that the document names. `plain` damages nothing. */
export function uploadBody(dice: Dice, mediaTypes: readonly string[], sample: object, plain: boolean): UploadBody {
  const { file, ...fields } = sample as { file?: unknown };
  const whole = Buffer.from(String(file ?? ''), 'base64');
  const bytes = plain || dice.chance(50) ? whole : damaged(dice, whole);
  const type = plain ? 'application/json' : dice.pick(mediaTypes);
  const headers = { 'content-type': type };
  if (type === 'application/json') return { body: { json: { ...fields, file: bytes.toString('base64') } }, headers };
  if (type !== 'multipart/form-data') return { body: { base64: bytes.toString('base64') }, headers };
  const form = formOf(dice, bytes, fields);
  return {
    body: { base64: form.toString('base64') },
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

function damaged(dice: Dice, bytes: Buffer): Buffer {
  const middle = dice.number(bytes.length + 1);
  return dice.pick([
    () => Buffer.alloc(0),
    () => bytes.subarray(0, middle),
    () => Buffer.concat([bytes.subarray(0, middle), Buffer.of(0, 255), bytes.subarray(middle + 2)]),
    () => Buffer.concat([Buffer.from('\ufeff'), bytes]),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.from(dice.value(fc.uint8Array({ maxLength: 2000 }))),
    () => Buffer.from(dice.value(fc.string({ unit: 'binary', maxLength: 500 }))),
    () =>
      Buffer.from(`Kuupäev;Selgitus;Summa\n2026-11-0${dice.number(10)};"${dice.pick(['a', '""', '\n', ';'])};1,5\n`),
  ])();
}

/** A form as browsers send it, or one with a careless name, a repeated part or no end. */
function formOf(dice: Dice, bytes: Buffer, fields: object): Buffer {
  const name = dice.pick(['a.xml', 'a.png', '..\\..\\x', 'õ"ä.csv', '', 'a\0b', 'x'.repeat(300)]);
  const part = (head: string, content: Buffer) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ];
  const filePart = part(`Content-Disposition: form-data; name="file"; filename="${name}"`, bytes);
  const fieldParts = Object.entries(fields).flatMap(([field, value]) =>
    part(`Content-Disposition: form-data; name="${field}"`, Buffer.from(String(value))),
  );
  const isRepeated = dice.chance(15);
  const end = dice.chance(90) ? [Buffer.from(`--${boundary}--\r\n`)] : [];
  return Buffer.concat([...fieldParts, ...filePart, ...(isRepeated ? filePart : []), ...end]);
}
