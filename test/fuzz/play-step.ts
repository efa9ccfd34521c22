// Plays steps in a life, one after the other, and judges each response.
import type { Agent } from 'node:http';
import { requestLogs } from '../operation-samples.ts';
import type { DocumentedOperation } from './documented-operations.ts';
import { findLeak, judge, judgeRepeat, type Violation } from './judge.ts';
import { type Life, learn } from './life.ts';
import {
  type Received,
  type RequestStep,
  readLetter,
  requestOf,
  type SentRequest,
  type Step,
  send,
  withValues,
} from './steps.ts';

/**
 * Where steps are played. `undeclared` is what the service has found undeclared by itself (test/declared-responses.ts).
 */
export type Stage = {
  readonly origin: string;
  readonly agent: Agent;
  readonly operations: ReadonlyMap<string, DocumentedOperation>;
  readonly undeclared: ReadonlySet<string>;
};

type Played = { readonly sent: SentRequest; readonly received: Received };

/** The steps of a life so far. `nth` of a step is its number in the history, also where others were left out. */
export type History = { readonly life: Life; readonly played: Map<number, Played> };

/** Thrown at the first step whose response is wrong. */
export class ViolationFound extends Error {
  readonly violation: Violation;
  readonly nth: number;
  constructor(violation: Violation, nth: number) {
    super(violation.text);
    this.violation = violation;
    this.nth = nth;
  }
}

/** The value that a name has in a life. A name of a step that was left out gets an id of nothing. */
function valueIn({ values }: Life, name: string): string {
  return values.get(name) ?? '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e99';
}

/** Plays one step. Throws ViolationFound. */
export async function playStep(stage: Stage, history: History, step: Step, nth: number): Promise<Received | undefined> {
  const { life } = history;
  const valueNamed = (name: string) => valueIn(life, name);
  if ('letterTo' in step) {
    const token = await readLetter(life, String(withValues(step.letterTo, valueNamed)));
    if (token !== undefined) nameToken(life, `${nth}.token`, token);
    return undefined;
  }
  const operation = stage.operations.get(step.operation);
  if (operation === undefined) throw new Error(`There is no operation ${step.operation}.`);
  const sent = requestOf(step, valueNamed);
  const before = new Set(stage.undeclared);
  const received = await send(stage.origin, stage.agent, sent).catch((error: Error) => {
    throw new ViolationFound({ kind: 'no response', text: error.message }, nth);
  });
  history.played.set(nth, { sent, received });
  life.g.clock.now = new Date(life.g.clock.now.getTime() + 250);
  const violation =
    findViolation(history, operation, step, { sent, received }) ?? undeclaredBy(operation, stage.undeclared, before);
  if (violation !== undefined) throw new ViolationFound(violation, nth);
  if (received.status < 300 && step.operation === 'changeRole') life.rolesChanged = true;
  if (received.status < 300) learn(life, sideOf(life, step), operation, nth, received);
  return received;
}

const sideOf = (life: Life, { actor }: RequestStep) => (actor === 'otherOwner' ? life.other : life.own);

function findViolation(
  { life, played }: History,
  operation: DocumentedOperation,
  step: RequestStep,
  { sent, received }: Played,
) {
  const stranger = sideOf(life, step) === life.own ? life.other : life.own;
  // Whoever has a letter may read what it is about; and the logs have the ids that its own callers asked for.
  const mayNameOthers =
    (step.token === undefined && operation.permission === 'none') || requestLogs.has(operation.name);
  const first = step.repeats && played.get(step.repeats.step);
  return (
    judge(operation, step, sent, received) ??
    (mayNameOthers ? undefined : findLeak(life, stranger, sent, received)) ??
    (first && judgeRepeat(operation, step.repeats?.isSame ?? true, first.received, received))
  );
}

function undeclaredBy(
  { method, path }: DocumentedOperation,
  undeclared: ReadonlySet<string>,
  before: ReadonlySet<string>,
): Violation | undefined {
  const route = `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}: `;
  const text = [...undeclared].find((line) => !before.has(line) && line.startsWith(route));
  return text === undefined ? undefined : { kind: 'undeclared', text };
}

function nameToken({ values, names }: Life, name: string, token: string): void {
  values.set(name, token);
  if (!names.has(token)) names.set(token, name);
}
