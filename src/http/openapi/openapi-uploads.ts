// Uploads in the OpenAPI document: one request body in three media types.

import { rawMediaTypesOf, type Upload, uploadJsonSchema } from '../uploads/read-upload.ts';
import { formatMiB } from '../uploads/upload-spool.ts';
import { exampleOf, toJsonSchema } from './openapi-schemas.ts';

/** The bytes of a file, as generators of clients know them. Even text is sent as it is, in any encoding. */
const bytesSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

/** Returns the request body of an operation that accepts a file. */
export function describeUpload(upload: Upload): object {
  const json = toJsonSchema(uploadJsonSchema(upload));
  const { fileName: _, ...properties } = json.properties ?? {};
  const form = {
    ...json,
    properties: { ...properties, file: bytesSchema },
  };
  const bytes = Object.fromEntries(rawMediaTypesOf(upload).map((type) => [type, { schema: bytesSchema }]));
  return {
    required: true,
    description: `The ${upload.accepts}, at most ${formatMiB(upload.limit)}: as the first file part of a form, as the body itself, or in base64 as JSON. Its type is detected from the content, not from its name or media type.`,
    'x-open-point': ['P-10', 'P-11'],
    content: {
      'multipart/form-data': { schema: form },
      ...bytes,
      'application/json': { schema: json, example: exampleOf(json) },
    },
  };
}
