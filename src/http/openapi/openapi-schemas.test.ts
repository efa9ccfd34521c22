// Tests of examples, which are built from schemas, and of schemas with a title, which are shared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Day, Id, Nullable, OneOf, Type } from '../schemas.ts';
import { exampleId } from './example-values.ts';
import { exampleOf, shareSchemas, toJsonSchema } from './openapi-schemas.ts';

const example = (schema: Parameters<typeof toJsonSchema>[0]) => exampleOf(toJsonSchema(schema));

test('the example of a schema takes precedence over those of its parts', () => {
  assert.deepEqual(example(Type.Object({ day: Day }, { examples: [{ day: '2026-01-31' }] })), { day: '2026-01-31' });
});

test('an example is built from examples, constants and the first value of an enumeration', () => {
  const schema = Type.Object({
    id: Id,
    days: Type.Array(Day),
    count: Type.Integer({ examples: [3] }),
    kind: Type.Literal('Bearer'),
    status: OneOf(['draft', 'sent']),
    iban: Nullable(Type.String({ examples: ['EE382200221020145685'] })),
  });
  assert.deepEqual(example(schema), {
    id: exampleId(''),
    days: ['2026-10-31'],
    count: 3,
    kind: 'Bearer',
    status: 'draft',
    iban: 'EE382200221020145685',
  });
});

test('optional parts without an example are left out, required ones get a plain value', () => {
  const parts = { word: Type.String(), number: Type.Number({ minimum: 7 }), none: Nullable(Type.String()) };
  assert.deepEqual(example(Type.Object(parts)), { word: 'text', number: 7, none: null });
  assert.deepEqual(example(Type.Partial(Type.Object(parts))), {});
  assert.deepEqual(example(Type.Object({ inner: Type.Optional(Type.Partial(Type.Object(parts))) })), {});
});

test('the name of a field chooses its value where the schema has a general example', () => {
  const fields = { id: Id, buildingId: Id, correctsInvoiceId: Nullable(Id), periodStart: Day, currency: Type.String() };
  assert.deepEqual(example(Type.Object({ ...fields, note: Type.String() }, { title: 'NewApartment' })), {
    id: exampleId('apartment'),
    buildingId: exampleId('building'),
    correctsInvoiceId: null,
    periodStart: '2026-10-01',
    currency: 'EUR',
    note: 'text',
  });
  assert.deepEqual(example(Type.Object({ correctsInvoiceId: Id, currency: Type.Integer() })), {
    correctsInvoiceId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10',
    currency: 1,
  });
});

test('an example gets the required fields that it leaves out, also inside lists, and no optional ones', () => {
  const position = Type.Object({
    code: Type.String({ examples: ['heating'] }),
    amount: Type.Number(),
    note: Type.Optional(Day),
  });
  const schema = toJsonSchema(
    Type.Object({ day: Day, positions: Type.Array(position) }, { examples: [{ positions: [{ amount: 5 }] }] }),
  );
  const complete = { day: '2026-10-31', positions: [{ code: 'heating', amount: 5 }] };
  assert.deepEqual(schema.examples, [complete]);
  assert.deepEqual(exampleOf(schema), complete);
});

test('an example with a field that the schema does not have is an error', () => {
  const schema = Type.Object({ day: Day }, { examples: [{ days: 3 }] });
  assert.throws(() => toJsonSchema(schema), /An example names days, which its schema does not\./);
});

test('a default becomes a sentence, and a field may be named like a keyword', () => {
  const schema = Type.Object({
    dryRun: Type.Boolean({ default: false, description: 'Try.' }),
    description: Type.String({ default: 'none' }),
  });
  assert.deepEqual(toJsonSchema(schema).properties, {
    dryRun: { type: 'boolean', description: 'Try. Default: false.' },
    description: { type: 'string', description: 'Default: none.' },
  });
});

test('a schema with a title is written once and referenced, also within another', () => {
  const apartment = { type: 'object', title: 'Apartment', properties: { title: { type: 'string' } } };
  const building = {
    type: 'object',
    title: 'Building',
    properties: { apartments: { type: 'array', items: apartment } },
  };
  const { sections, shared } = shareSchemas({ paths: { first: building, second: apartment } });
  const [toBuilding, toApartment] = ['Building', 'Apartment'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  assert.deepEqual(sections, { paths: { first: toBuilding, second: toApartment } });
  assert.deepEqual(shared, {
    Apartment: apartment,
    Building: { ...building, properties: { apartments: { type: 'array', items: toApartment } } },
  });
});

test('a map of any keys is written as additionalProperties, one of some keys as it is', () => {
  const values = { type: 'string' };
  for (const pattern of ['^', '^.*$'])
    assert.deepEqual(toJsonSchema(Type.Unsafe({ type: 'object', patternProperties: { [pattern]: values } })), {
      type: 'object',
      additionalProperties: values,
    });
  const some = { type: 'object', patternProperties: { '^x-': values } };
  assert.deepEqual(toJsonSchema(Type.Unsafe(some)), some);
});

test('examples are copied unchanged', () => {
  const section = { schema: { type: 'object', examples: [{ title: 'A leak' }] }, example: { title: 'A leak' } };
  assert.deepEqual(shareSchemas({ section }).sections, { section });
});

test('two different schemas with the same title are an error', () => {
  const paths = { one: { type: 'string', title: 'Thing' }, other: { type: 'number', title: 'Thing' } };
  assert.throws(() => shareSchemas({ paths }), /Two different schemas have the title Thing\./);
});
