// What goes wrong between the console and the service, as one kind of error: the service's own problem, or no answer at all.

type Problem = {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined;
};

/** `status` 0 and code `offline`: the service could not be reached. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  /** What is wrong with each field of what was sent. */
  readonly fields: Readonly<Record<string, string>>;
  /** All that is wrong, where the service named single values. */
  readonly problems: readonly string[];
  constructor({ status, code, detail, errors = [] }: Problem) {
    super(detail);
    this.status = status;
    this.code = code;
    this.problems = errors.map(({ message }) => message);
    this.fields = Object.fromEntries(errors.map(({ field, message }) => [field, message]));
  }
}

/** The problem that an answer or a failed request stands for. */
export function problemOf(error: unknown, status: number): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (status === 0) return new ApiProblem({ status, code: 'offline', detail: '' });
  const told = typeof error === 'object' && error !== null ? (error as Partial<Problem>) : {};
  return new ApiProblem({ status, code: told.code ?? 'unknown', detail: told.detail ?? '', errors: told.errors });
}
