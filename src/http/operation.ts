// An operation: one route as data. It says who may call it, what it reads, what it runs and what it returns; handle-request.ts does the rest.

import type { Permission } from '../identity/permissions.ts';
import type { Throttle } from '../identity/sign-in-throttle.ts';
import type { AppContext, Caller, Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { LockVersion } from './entity-tags.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { IdempotencyKey } from './idempotency.ts';
import type { Buckets } from './limits/rate-limits.ts';
import type { OperationResponse, ResponseHeaders } from './model.ts';
import { Id, Instant, type Static, type TSchema, Type } from './schemas.ts';
import type { Upload, UploadedFile } from './uploads/read-upload.ts';
import type { IdempotencyMode, Params, RequestInput } from './validate-request.ts';

type EmptySchema = ReturnType<typeof Type.Object<Record<never, never>>>;
type Schemas<Query extends TSchema, Body extends TSchema> = { readonly query?: Query; readonly body?: Body };

/** `tagged`: an object with an ETag. `made`: the bytes are generated while they are sent, so they have no ETag. `noLocation`: what was created has no URL of its own. */
type ResponseSpec = {
  readonly description: string;
  readonly schema?: TSchema;
  /** The example of `data`, where it is not the schema's own. Required fields that it leaves out are added. */
  readonly example?: object;
  readonly tagged?: true;
  readonly mediaType?: string;
  readonly made?: true;
  readonly noLocation?: true;
};

type OperationSpec = {
  /** The operation's name: operationId in OpenAPI. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The success responses: status to schema of the whole body, or to the media type of bytes (neither: no body). */
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** Error codes beyond those common to all operations of this kind. */
  readonly errors: readonly ErrorCode[];
  /** The open points that this operation's behaviour rests on. */
  readonly openPoints: readonly string[];
  readonly bodyOptional?: boolean;
  /**
   * Whether an API key that only reads may call it although it is no GET: always, because it changes nothing; or as a dry run (`dryRun: true` in the query,
   * the body or the form).
   */
  readonly onlyReads?: 'always' | 'dry run';
  /** Since when it is deprecated, when it ends at the earliest, and the page that says what to use instead (docs/versions.md). */
  readonly deprecated?: Deprecation;
  /** Headers that only this operation uses: name to description. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Days, and a URL or a path of the service. */
export type Deprecation = { readonly since: Day; readonly sunset: Day; readonly link: string };

/** The input of a handler: for an operation with an upload also the file and the form fields. */
type HandlerInput<Query extends TSchema, Body extends TSchema, Up> = RequestInput<Static<Query>, Static<Body>> &
  (Up extends Upload<infer Fields> ? { readonly file: UploadedFile; readonly fields: Static<Fields> } : unknown);

/**
 * An operation that needs a caller. `handle` runs in the caller's transaction. Slow work belongs in `prepare`, which runs before it. A file is read before
 * both, outside a transaction, after the permission is checked and the object in the path is found.
 */
type CallerOperationSpec<Query extends TSchema, Body extends TSchema, Up = undefined, Prepared = unknown> = {
  readonly permission: Permission;
  /** Whether the caller must have confirmed within the last five minutes that it is them (identity/confirmations.ts): always, or for these bodies. */
  readonly confirmation?: true | ((body: Static<Body>) => boolean);
  /** Whether unknown fields are rejected whatever the caller prefers, because one that is ignored would give away more than was meant. */
  readonly strict?: true;
  /** An extra limit per credential. `bulk` counts only requests that had an effect; `ocr` counts every permitted request. */
  readonly limit?: 'bulk' | 'ocr';
  /** Finds the object in the path, so that 404 comes before any error about the body. */
  readonly requireObject?: (scope: Scope, params: Params) => Promise<unknown>;
  /** The current version of that object, for If-Match, which is checked before `handle` in its transaction. Without it If-Match has no effect. */
  readonly lockVersion?: LockVersion;
  /** Whether it runs on a connection that the organization's other requests do not use, because these may all wait for what it shows or ends. It must be short. */
  readonly isSeparate?: true;
  readonly upload?: Up;
  readonly prepare?: (context: RouteContext, caller: Caller, input: HandlerInput<Query, Body, Up>) => Promise<Prepared>;
  readonly handle: (
    scope: Scope,
    input: HandlerInput<Query, Body, Up>,
    prepared: Prepared,
  ) => Promise<OperationResponse>;
};

/** An operation without a caller: sign-in. `repeat` identifies the request for the Idempotency-Key. */
type PublicOperationSpec<Query extends TSchema, Body extends TSchema> = {
  readonly permission: 'none';
  /** What counts for the network address: by default only failures. `always` for requests that send an e-mail or try a single-use token. */
  readonly counts?: 'failures' | 'always';
  /** What an Idempotency-Key does. Without it the header is ignored. */
  readonly idempotency?: IdempotencyMode;
  readonly handle: (
    context: RouteContext,
    input: RequestInput<Static<Query>, Static<Body>>,
    repeat: IdempotencyKey | undefined,
  ) => Promise<OperationResponse>;
};

/** What all routes share. */
export type RouteContext = { readonly app: AppContext; readonly throttle: Throttle; readonly buckets: Buckets };

/** An operation as the steps of a request see it, whatever its schemas. */
export type Operation = CallerOperation | PublicOperation;
export type CallerOperation = OperationSpec &
  Schemas<TSchema, TSchema> &
  Omit<CallerOperationSpec<TSchema, TSchema>, 'upload'> & {
    readonly upload?: Upload;
    readonly counts?: never;
    readonly idempotency?: never;
  };
export type PublicOperation = OperationSpec &
  Schemas<TSchema, TSchema> &
  PublicOperationSpec<TSchema, TSchema> & {
    readonly upload?: never;
    readonly confirmation?: never;
    readonly strict?: never;
  };

/** Defines an operation; its schemas determine the type of `input`. */
export function operation<
  Query extends TSchema = EmptySchema,
  Body extends TSchema = EmptySchema,
  Up extends Upload | undefined = undefined,
  Prepared = undefined,
>(
  spec: OperationSpec &
    Schemas<Query, Body> &
    (CallerOperationSpec<Query, Body, Up, Prepared> | PublicOperationSpec<Query, Body>),
): Operation {
  return spec as unknown as Operation;
}

/** A single object in `data`, as in the login response. */
export function okResponse(body: unknown, headers: ResponseHeaders = {}): OperationResponse {
  return { status: 200, body: { data: body }, headers };
}

/** A new object and its URL. */
export function createdResponse(body: unknown, location: string): OperationResponse {
  return { status: 201, body: { data: body }, headers: { location } };
}

export const noContent: OperationResponse = { status: 204 };

/** The response schema for a single object. */
export const DataOf = (schema: TSchema) => Type.Object({ data: schema });

const DeletedBody = Type.Object({ id: Id, deletedAt: Instant });

/** The response schema for a page of objects. */
export const PageOf = (schema: TSchema) => Type.Object(pageFields(schema));

/** The response schema for a page of a list that can report deletions (`include=deleted`). */
export const MirroredPageOf = (schema: TSchema) =>
  Type.Object({
    ...pageFields(schema),
    deleted: Type.Optional(
      Type.Array(DeletedBody, {
        description: 'Only with include=deleted: objects that disappeared from the list since updatedSince.',
        'x-open-point': 'P-105',
      }),
    ),
  });

function pageFields(schema: TSchema) {
  return {
    data: Type.Array(schema),
    pagination: Type.Object(
      { limit: Type.Integer({ examples: [100] }), nextCursor: Type.Union([Type.String(), Type.Null()]) },
      { 'x-open-point': 'P-1' },
    ),
  };
}
