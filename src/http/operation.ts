// An operation: one route as data. It says who may call it, what it reads, what it runs and what it returns;
// handle-request.ts does the rest.
import { IsOptional } from 'typebox';
import type { Permission } from '../identity/permissions.ts';
import type { Throttle } from '../identity/sign-in-throttle.ts';
import type { AppContext, Caller, Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { IdempotencyKey } from './idempotency.ts';
import type { Buckets } from './limits/rate-limits.ts';
import type { OperationResponse, ResponseHeaders } from './model.ts';
import { Id, Instant, type Static, type TSchema, Type } from './schemas.ts';
import type { Upload, UploadedFile } from './uploads/read-upload.ts';
import type { Params, RequestInput } from './validate-request.ts';

type EmptySchema = ReturnType<typeof Type.Object<Record<never, never>>>;

/**
 * `tagged`: an object with an ETag. `made`: the bytes are generated while they are sent, so they have no ETag.
 * `noLocation`: what was created has no URL of its own.
 */
type ResponseSpec = {
  readonly description: string;
  readonly schema?: TSchema;
  /** The example of `data`, where it is not the schema's own. Required fields that it leaves out are added. */
  readonly example?: object;
  readonly tagged?: true;
  /** Of bytes: its type, or the types that the caller may choose from by a parameter. */
  readonly mediaType?: string | readonly string[];
  readonly made?: true;
  readonly noLocation?: true;
};

/**
 * What differs from other operations:
 * - `confirmed`: the caller must have confirmed within the last five minutes that it is them
 *   (identity/confirmations.ts).
 * - `only reads`: no GET, but it changes nothing, so an API key that only reads may call it. (Any operation with
 *   `dryRun` it may call for a dry run.)
 * - `unlogged`: a GET that shows nothing about people, and has no entry in the audit log.
 * - `strict`: unknown fields are rejected whatever the caller prefers, because one that is ignored would give away more
 *   than was meant.
 * - `bulk`: an extra limit per credential, which counts requests that had an effect. `photo`: one that counts every
 *   permitted request.
 * - `always counted`: without a caller; every request counts for its network address, and not only failures. For what
 *   sends an e-mail or tries a token.
 * - `separate connection`: it runs on a connection that the organization's other requests do not use, because these may
 *   all wait for what it shows or ends.
 */
export type OperationRule =
  | 'confirmed'
  | 'only reads'
  | 'unlogged'
  | 'strict'
  | 'bulk'
  | 'photo'
  | 'always counted'
  | 'separate connection';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type OperationSpec<Query extends TSchema, Body extends TSchema | Upload> = {
  /** The operation's name: operationId in OpenAPI. */
  readonly name: string;
  /** Its method and path. */
  readonly route: `${Method} /${string}`;
  readonly summary: string;
  readonly description: string;
  readonly query?: Query;
  /** The JSON of the body (`Type.Optional`: it may be empty), or a file with its form fields. */
  readonly body?: Body;
  /** Headers beyond those of every operation: name to description. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly rules?: readonly OperationRule[];
  /** The success responses: status to schema of the whole body, or to the media type of bytes (neither: no body). */
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** Error codes beyond those common to all operations of this kind. */
  readonly errors?: readonly ErrorCode[];
  /** The open points that this operation's behaviour rests on. */
  readonly openPoints?: readonly string[];
};

/** Days, and a URL or a path of the service. */
export type Deprecation = { readonly since: Day; readonly sunset: Day; readonly link: string };

/** The input of a handler: for an operation with a file also the file and the form fields. */
type HandlerInput<Query extends TSchema, Body extends TSchema | Upload> =
  Body extends Upload<infer Fields>
    ? RequestInput<Static<Query>, undefined> & { readonly file: UploadedFile; readonly fields: Static<Fields> }
    : RequestInput<Static<Query>, Body extends TSchema ? Static<Body> : never>;

type Preparation<Input, Prepared> = (context: RouteContext, caller: Caller, input: Input) => Promise<Prepared>;

/**
 * `handle` runs in the caller's transaction. Slow work, such as hashing or rendering, is done by `prepare`, after the
 * request is found valid and before the transaction of `run`. Without a caller, at sign-in, there is no transaction;
 * `repeat` identifies the request for its Idempotency-Key.
 */
type Handling<Input, Prepared> =
  | {
      readonly permission: Permission;
      readonly handle:
        | ((scope: Scope, input: Input) => Promise<OperationResponse>)
        | {
            readonly prepare: Preparation<Input, Prepared>;
            readonly run: (scope: Scope, input: Input, prepared: Prepared) => Promise<OperationResponse>;
          };
    }
  | {
      readonly permission: 'none';
      readonly handle: (
        context: RouteContext,
        input: Input,
        repeat: IdempotencyKey | undefined,
      ) => Promise<OperationResponse>;
    };

/** What all routes share. */
export type RouteContext = { readonly app: AppContext; readonly throttle: Throttle; readonly buckets: Buckets };

/** Finds the object that a path names. Throws NotFound. */
export type FindObject = (scope: Scope, params: Params) => Promise<unknown>;

type AnyInput = RequestInput<unknown, unknown>;
type CommonOperation = Omit<
  Required<Pick<OperationSpec<TSchema, TSchema>, 'errors' | 'openPoints'>> & OperationSpec<TSchema, TSchema>,
  'rules' | 'route'
> & {
  readonly method: Method;
  readonly path: string;
  /** Its heading in the documents. */
  readonly tag: string;
  readonly rules: ReadonlySet<OperationRule>;
  readonly bodyOptional: boolean;
  readonly upload?: Upload | undefined;
  /**
   * Since when it is deprecated, when it ends at the earliest, and the page that says what to use instead
   * (docs/versions.md).
   */
  readonly deprecated?: Deprecation;
};
export type CallerOperation = CommonOperation & {
  readonly permission: Permission;
  readonly prepare?: Preparation<AnyInput, unknown> | undefined;
  readonly handle: (scope: Scope, input: AnyInput, prepared?: unknown) => Promise<OperationResponse>;
};
export type PublicOperation = CommonOperation & {
  readonly permission: 'none';
  readonly handle: (
    context: RouteContext,
    input: AnyInput,
    repeat: IdempotencyKey | undefined,
  ) => Promise<OperationResponse>;
};
/** An operation as the steps of a request see it, whatever its schemas. */
export type Operation = CallerOperation | PublicOperation;

/** Defines an operation; its schemas determine the type of `input`. */
export function operation<
  Query extends TSchema = EmptySchema,
  Body extends TSchema | Upload = EmptySchema,
  Prepared = undefined,
>(spec: OperationSpec<Query, Body> & Handling<HandlerInput<Query, Body>, Prepared>): Operation {
  const { body, handle, rules, route, errors = [], openPoints = [], ...rest } = spec;
  const [method, path] = route.split(' ');
  const isFile = body !== undefined && 'accepts' in body;
  const isPrepared = typeof handle === 'object';
  return {
    ...{ ...rest, method, path, errors, openPoints },
    tag: '',
    rules: new Set(rules),
    body: isFile ? undefined : body,
    bodyOptional: !isFile && body !== undefined && IsOptional(body),
    upload: isFile ? body : undefined,
    prepare: isPrepared ? handle.prepare : undefined,
    handle: isPrepared ? handle.run : handle,
  } as unknown as Operation;
}

/** Operations under a heading of the documents. */
export function tagged(tag: string, operations: readonly Operation[]): Operation[] {
  return operations.map((each) => ({ ...each, tag }));
}

/** An operation that will end: its responses and the documents say so. */
export function deprecated(deprecation: Deprecation, ending: Operation): Operation {
  return { ...ending, deprecated: deprecation };
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

/** Handles a request that does something to the object of its path, and has nothing to show. */
export function noContentAfter(act: (scope: Scope, id: string) => Promise<unknown>) {
  return async (scope: Scope, { params: { id = '' } }: { readonly params: Params }): Promise<OperationResponse> => {
    await act(scope, id);
    return noContent;
  };
}

/** The response schema for a single object. */
export const DataOf = (schema: TSchema) => Type.Object({ data: schema });

const DeletedBody = Type.Object({ id: Id, deletedAt: Instant }, { title: 'DeletedObject' });

type ResponseDetails = Omit<ResponseSpec, 'description' | 'schema'>;
const dataUnder =
  (status: number) =>
  (description: string, schema: TSchema, details: ResponseDetails = {}): Readonly<Record<number, ResponseSpec>> => ({
    [status]: { description, schema: DataOf(schema), ...details },
  });

/** The responses of an operation that succeeds with an object or a list in `data`. */
export const showsData = dataUnder(200);
/** Those of one that creates an object. */
export const showsNew = dataUnder(201);
/** Those of one whose work is done later. */
export const showsAccepted = dataUnder(202);
/** Those of a list in pages. */
export const showsPage = (description: string, schema: TSchema) => ({
  200: { description, schema: Type.Object(pageFields(schema)) },
});
/** Those of one that has nothing to show. */
export const showsNothing = (description: string) => ({ 204: { description } });

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
      { title: 'Pagination', 'x-open-point': 'P-1' },
    ),
  };
}
