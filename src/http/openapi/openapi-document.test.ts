// Tests of the OpenAPI document: it is valid and complete.
import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { describe, test } from 'node:test';
import { apiDocument, consoleApiDocument, documents, type Json, partsOf, resolve } from '../../../test/documents.ts';
import { readConfig } from '../../platform/config/config.ts';
import { eventBody } from '../../platform/db/events.ts';
import { eventTypes } from '../../platform/values/event-types.ts';
import { apiOperations, specifiedRoutes } from '../../routes/api/routes.ts';
import { consoleOperations } from '../../routes/console/routes.ts';
import { errorCatalogue } from '../error-catalogue.ts';
import { openApiDocument } from './openapi-document.ts';
import { stableOfConsole } from './stability.ts';

const document = apiDocument;
const text = JSON.stringify(document);

test('the document is the same every time, and all of it is JSON', () => {
  const address = { publicUrl: 'http://127.0.0.1:3000', basePath: '/api' };
  assert.deepEqual(openApiDocument(apiOperations, address), document);
});

test('the document names the address it is served at', () => {
  const address = { publicUrl: 'https://haldur.example', basePath: '/v' };
  const elsewhere = JSON.stringify(openApiDocument(apiOperations, address));
  assert.match(elsewhere, /"servers":\[\{"url":"https:\/\/haldur\.example\/v"\}\]/);
  assert.doesNotMatch(elsewhere, /127\.0\.0\.1|\/api\//);
});

test('the introduction states the default limits', () => {
  const { rateLimits } = readConfig({ SECRET_KEY: Buffer.alloc(32).toString('base64') });
  const limits = /## Limits\n\n(.+)/.exec(String(document.info?.description))?.[1] ?? '';
  const { credential, tenant, bulk, ocr, address } = rateLimits;
  const named = [...limits.matchAll(/\d+/g)].map(Number).filter((n) => n !== 429 && n !== 503);
  assert.deepEqual(named, [credential, tenant, bulk, ocr, address]);
});

describe('operations', () => {
  const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, spec]) => ({ at: `${method.toUpperCase()} ${path}`, spec })),
  );

  test('are the served ones, and those of the specification’s 33', () => {
    const at = described.map((each) => each.at.replace(/\{(\w+)\}/g, ':$1'));
    assert.deepEqual(
      at.toSorted(),
      apiOperations.map((apiOperation) => `${apiOperation.method} ${apiOperation.path}`).toSorted(),
    );
    assert.deepEqual(
      at.filter((each) => !specifiedRoutes.includes(each)),
      [],
    );
    assert.equal(specifiedRoutes.length, 33);
  });

  test('have unique names', () => {
    const names = described.map(({ spec }) => spec.operationId);
    assert.equal(new Set(names).size, names.length);
  });

  for (const { at, spec } of described) {
    test(`${at} describes what it does, who may call it, and its answers`, () => {
      const statuses = Object.keys(spec.responses ?? {});
      const open = /\/auth\/(login|refresh|magic-link)$/.test(at);
      const due = [
        406,
        ...(at.endsWith('/auth/magic-link') ? [] : [401]),
        429,
        500,
        503,
        ...(open ? [] : [403]),
        ...(at.includes('{') ? [404] : []),
      ];
      assert.deepEqual(
        due.filter((status) => !statuses.includes(String(status))),
        [],
      );
      assert.deepEqual(spec.security, open ? [] : [{ bearer: [] }]);
      for (const part of ['summary', 'description', 'operationId']) assert.equal(typeof spec[part], 'string', part);
      const tag = String(spec.tags?.[0]);
      assert.ok(
        document.tags?.some(({ name }) => String(name) === tag),
        `${tag} is a heading`,
      );
    });

    test(`${at} has an example of its body and of its success`, () => {
      const bodies = [spec.requestBody, ...successes(spec)].flatMap(
        (body) => body?.content?.['application/json'] ?? [],
      );
      for (const [nth, body] of bodies.entries()) assert.ok('example' in body, `body ${nth}`);
      assert.ok(successes(spec).length > 0);
    });
  }

  test('list all their own errors, under their statuses', () => {
    for (const operation of apiOperations) {
      const first = described.find(({ spec }) => String(spec.operationId) === operation.name)?.spec;
      for (const code of operation.errors) {
        const said = resolve(document, first?.responses?.[errorCatalogue[code].status]);
        const problem = said.content?.['application/problem+json'];
        const words = problem?.schema?.properties?.code?.enum?.map(String) ?? [];
        assert.ok(words.includes(code), `${operation.name}: ${code}`);
        assert.equal(resolve(document, problem?.examples?.[code]).value?.code, code, String(code));
      }
    }
  });
});

describe('webhooks', () => {
  test('are the event types', () => {
    assert.deepEqual(Object.keys(document.webhooks ?? {}), [...eventTypes]);
  });

  for (const type of eventTypes) {
    test(`${type} is described as it is sent`, () => {
      const body = document.webhooks?.[type]?.post?.requestBody?.content?.['application/json'];
      const { timestamp, tenantId, data } = JSON.parse(JSON.stringify(body?.example));
      const cents = 'amount' in data ? { ...data, amount: Math.round(data.amount * 100) } : data;
      assert.deepEqual(JSON.parse(eventBody(type, new Date(timestamp), tenantId, cents)), body?.example);
    });
  }

  test('the signature check of the introduction accepts the known answer and nothing else', () => {
    const snippet = /```js\n(.+?)```/s.exec(String(document.info?.description))?.[1];
    const check = new Function(
      'createHmac',
      'timingSafeEqual',
      'secret',
      'rawBody',
      'request',
      `${snippet}return genuine`,
    );
    const genuine = (signature?: string) =>
      check(createHmac, timingSafeEqual, "It's a Secret to Everybody", 'Hello, World!', {
        headers: { 'x-service-signature': signature },
      });
    const known = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    assert.equal(genuine(known), true);
    for (const wrong of [undefined, '', known.replace('7', '8'), known.replace('7', 'é'), `${known}0`])
      assert.equal(genuine(wrong), false, String(wrong));
  });
});

describe('every part', () => {
  test('open points are ids: a string for one, a list for several', () => {
    const points = partsOf(document).flatMap(({ value }) => ('x-open-point' in value ? [value['x-open-point']] : []));
    assert.ok(points.length > 50);
    for (const point of points) {
      if (Array.isArray(point)) assert.ok(point.length > 1, String(point));
      for (const id of [point].flat()) assert.match(String(id), /^P-\d+$/);
    }
  });

  test('references resolve', () => {
    for (const { value } of partsOf(document)) if ('$ref' in value) resolve(document, value);
  });

  test('shared parts are used', () => {
    for (const [kind, parts] of Object.entries(document.components ?? {}))
      for (const name of Object.keys(parts))
        if (kind !== 'securitySchemes') assert.ok(text.includes(`"#/components/${kind}/${name}"`), `${kind} ${name}`);
  });

  test('every code is an answer of some operation, except those given before an operation is found', () => {
    const before = [
      'malformed_request',
      'expectation_failed',
      'method_not_allowed',
      'request_timeout',
      'header_too_large',
    ];
    const answers = Object.keys(document.components?.examples ?? {});
    const elsewhere = consoleOperations
      .flatMap((consoleOperation) => consoleOperation.errors)
      .filter((code) => !answers.includes(code));
    assert.deepEqual(Object.keys(errorCatalogue).toSorted(), [...answers, ...before, ...new Set(elsewhere)].toSorted());
  });

  test('what a schema requires is one of its properties', () => {
    for (const { value, at } of partsOf(document)) {
      if (!('properties' in value) || !Array.isArray(value.required) || 'allOf' in value) continue;
      for (const name of value.required) assert.ok(String(name) in (value.properties ?? {}), `${at}: ${name}`);
    }
  });

  test('bodies have names, which generated clients use', () => {
    const names = Object.keys(document.components?.schemas ?? {});
    const due = [
      'Building',
      'Apartment',
      'ListedInvoice',
      'Meter',
      'Resident',
      'Invitation',
      'Payment',
      'WebhookEndpoint',
    ];
    assert.deepEqual(
      [...due, 'InvoicePaidEvent', 'Tokens'].filter((name) => !names.includes(name)),
      [],
    );
  });

  test('names of components are identifiers, as generators make types of them', () => {
    for (const [name, described] of documents)
      for (const [kind, parts] of Object.entries(described.components ?? {}))
        for (const part of Object.keys(parts)) assert.match(part, /^[A-Za-z]\w*$/, `${name}: ${kind}`);
  });

  test('no schema has a default, which generators take for required; descriptions say it', () => {
    for (const [name, described] of documents)
      for (const { value, at } of partsOf(described))
        if (!at.endsWith('/responses')) assert.ok(!('default' in value), `${name}: ${at}`);
    const dryRun = document.components?.schemas?.NewGeneration?.properties?.dryRun;
    assert.match(String(dryRun?.description), / Default: false\.$/);
  });

  test('every tag has a description', () => {
    for (const [name, described] of documents)
      for (const tag of described.tags ?? [])
        assert.ok(tag.description, `${name}: describe ${tag.name} in openapi-document.ts`);
  });

  test('no schema checks decimals by division, or signs by a pattern that not every language supports', () => {
    for (const { value, at } of [...partsOf(document), ...partsOf(consoleApiDocument)]) {
      if (typeof value.multipleOf === 'number') assert.ok(Number.isInteger(value.multipleOf), at);
      if (typeof value.pattern === 'string') assert.doesNotMatch(value.pattern, /\\[pPux]/, at);
    }
  });
});

function successes(json: Json): Json[] {
  return Object.entries(json.responses ?? {}).flatMap(([status, answer]) => (status.startsWith('2') ? [answer] : []));
}

test('every operation says whether integrators may rely on it, and the stable ones of the console exist', () => {
  const stabilities = (from: object) =>
    Object.values((from as { paths: Record<string, Record<string, OperationMark>> }).paths)
      .flatMap((path) => Object.values(path))
      .map((each) => [each.operationId, each['x-stability']] as const);
  assert.ok(stabilities(document).every(([, stability]) => stability === 'stable'));
  const stable = stabilities(consoleApiDocument).filter(([, stability]) => stability === 'stable');
  assert.deepEqual(new Set(stable.map(([name]) => name)), stableOfConsole);
});

type OperationMark = { readonly operationId: string; readonly 'x-stability': string };
