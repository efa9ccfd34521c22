// The components of the OpenAPI document that many operations share: parameters, headers of responses, the error body.
import { problemCodes } from '../../platform/problem-codes.ts';
import type { ServiceAddress } from './openapi-introduction.ts';

/** Names of components are identifiers, as generators make types of them. */
export const componentName = (header: string) => header.replaceAll('-', '');

export const bearerScheme = {
  type: 'http',
  scheme: 'bearer',
  description: 'An access token from POST /auth/login (15 minutes), or an API key of the organization.',
  'x-open-point': ['P-20', 'P-24'],
};

type SharedParameter = readonly [name: string, openPoint: string, limits: object, description: string];
const parameters: readonly SharedParameter[] = [
  [
    'Idempotency-Key',
    'P-12',
    { minLength: 1, maxLength: 255 },
    'A unique value for each action, such as a UUID. Repeating the same request with the same key within 24 hours returns the first response and has no further effect.',
  ],
  [
    'If-Match',
    'P-107',
    { maxLength: 1000 },
    'The ETag of the object as you read it. If the object has changed since, the response is 412 and nothing changes. Without it the last change wins.',
  ],
  [
    'Prefer',
    'P-116',
    { maxLength: 1000 },
    '`handling=strict` rejects unknown fields and parameters with 400 (RFC 7240); `handling=lenient` ignores them, also for a strict API key.',
  ],
];
export const sharedParameters = Object.fromEntries(
  parameters.map(([name, openPoint, limits, description]) => [
    componentName(name),
    {
      name,
      in: 'header',
      required: false,
      description,
      'x-open-point': openPoint,
      schema: { type: 'string', ...limits },
    },
  ]),
);

type SharedHeader = readonly [openPoint: string | undefined, example: string | number, description: string];
const headers = (basePath: string): Readonly<Record<string, SharedHeader>> => ({
  'Content-Disposition': [undefined, 'attachment; filename="invoice.pdf"', 'A file name for saving.'],
  ETag: [
    'P-107',
    '"9f86d081884c7d65"',
    'Identifies the version of an object, for If-Match; or the exact bytes of a file: send it in If-None-Match to avoid downloading them again.',
  ],
  Deprecation: ['P-14', '@1798761600', 'Since when the operation is deprecated (RFC 9745).'],
  Sunset: ['P-14', 'Sat, 01 Jan 2028 00:00:00 GMT', 'The earliest moment at which the operation ends (RFC 8594).'],
  'X-Request-Id': [
    'P-4',
    '0d1f7c2e-6f0b-4f0e-9b54-3a1f2c7d5e90',
    'Identifies this request in the log. Your own value if you sent one.',
  ],
  'Haldur-Request-Log': [
    'P-118',
    'https://haldur.example/console/settings/requests?requestId=0d1f7c2e-6f0b-4f0e-9b54-3a1f2c7d5e90',
    'Where owners find this request in the request log. For API keys and owners only.',
  ],
  'Haldur-Ignored': [
    'P-115',
    'body.vat_rate, query.building_id',
    'Fields and parameters of the request that the operation does not know, when there were any. At most 20 names; `...` stands for more.',
  ],
  'Preference-Applied': ['P-116', 'handling=strict', 'The handling that the Prefer header asked for.'],
  RateLimit: [
    'P-9',
    '"credential";r=5998;t=1',
    'The rest of each limit (r) and the seconds until it is full again (t).',
  ],
  'RateLimit-Policy': [
    'P-9',
    '"credential";q=6000;w=60',
    'The limits in force: requests (q) per number of seconds (w).',
  ],
  'Retry-After': ['P-9', 1, 'Whole seconds to wait before trying again.'],
  Location: ['P-3', `${basePath}/buildings/019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10`, 'The URL of the new object.'],
  Link: ['P-1', `<${basePath}/buildings?cursor=Zm9v>; rel="next"`, 'The next page, when there is one.'],
  'WWW-Authenticate': ['P-7', 'Bearer error="invalid_token"', 'Why the credential was rejected.'],
  'Idempotency-Replayed': ['P-12', 'true', 'true if this is the stored response of an earlier request.'],
});

/** The headers of responses that a document refers to. */
export function usedHeaders(document: object, { basePath }: ServiceAddress): object {
  const text = JSON.stringify(document);
  return Object.fromEntries(
    Object.entries(headers(basePath)).flatMap(([name, [openPoint, example, description]]) => {
      if (!text.includes(`"#/components/headers/${componentName(name)}"`)) return [];
      const schema = { type: typeof example === 'number' ? 'integer' : 'string' };
      const point = openPoint === undefined ? {} : { 'x-open-point': openPoint };
      return [[componentName(name), { description, ...point, schema, example }]];
    }),
  );
}

export const problemSchema = {
  type: 'object',
  description: 'Why a request was rejected (RFC 9457).',
  'x-open-point': 'P-4',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The page about this code.' },
    title: { type: 'string', description: 'The status as text.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What happened, for people. The wording may change.' },
    code: { type: 'string', description: 'What happened, for programs. Codes are only ever added.' },
    errors: {
      type: 'array',
      description: 'All problems, each with its location. Always present with 422; with 400 if the fields are known.',
      items: {
        type: 'object',
        'x-open-point': 'P-5',
        required: ['in', 'field', 'code', 'message'],
        properties: {
          in: { type: 'string', enum: ['body', 'query', 'path', 'header'] },
          field: { type: 'string', description: 'The field’s name, with dots if it is nested.' },
          pointer: { type: 'string', description: 'Its location in the body (RFC 6901).' },
          code: {
            type: 'string',
            enum: problemCodes,
            description: 'What is wrong with it, as a code. Codes are only ever added.',
          },
          message: { type: 'string', description: 'The same as a sentence.' },
          least: { type: 'number', description: 'The minimum of the value, its length or its decimals.' },
          most: { type: 'number', description: 'The maximum of the value, its length or its decimals.' },
        },
      },
    },
  },
};
