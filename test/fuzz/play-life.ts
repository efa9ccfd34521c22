// Plays a life: 400 requests, each chosen by what the ones before have returned. A violation ends it, and its history
// is shortened.

import { type Dice, makeDice } from '../dice.ts';
import type { TestService } from '../service-fixture.ts';
import { chooseOperation, chooseRequest, repeatRequest, sameAgain } from './choose-request.ts';
import { curlLines } from './curl-lines.ts';
import type { Violation } from './judge.ts';
import { beginLife, type Life } from './life.ts';
import { type History, playStep, type Stage, ViolationFound } from './play-step.ts';
import { type Prepared, recipes } from './recipes.ts';
import { shorten, withNeeded } from './shorten.ts';
import { namesIn, type Received, type RequestStep, type Step, withNames } from './steps.ts';

/** A step with its number in the history. */
type Numbered = { readonly nth: number; readonly step: Step };

export type Finding = {
  readonly seed: number;
  readonly nth: number;
  readonly operation: string;
  readonly violation: Violation;
  readonly steps: readonly Numbered[];
};

export type LifeResult = {
  readonly requests: number;
  readonly statuses: readonly number[];
  /** The operations that have succeeded. */
  readonly reached: ReadonlySet<string>;
  readonly finding: Finding | undefined;
};

type Service = Stage & { readonly g: TestService };
/** A life that is being played. */
type Playing = {
  readonly stage: Service;
  readonly history: History;
  readonly steps: Numbered[];
  readonly reached: Set<string>;
};

const requestsPerLife = 400;
const maxShorteningRuns = 150;

/** Plays the life of a seed, until it is complete, `isOver`, or a response is wrong. */
export async function playLife(stage: Service, seed: number, isOver: () => boolean): Promise<LifeResult> {
  const history: History = { life: await beginLife(stage.g), played: new Map() };
  const playing: Playing = { stage, history, steps: [], reached: new Set() };
  try {
    for (let nth = 0; nth < requestsPerLife && !isOver(); nth += 1)
      if (!(await playChosen(playing, makeDice(seed + nth)))) break;
  } catch (error) {
    if (!(error instanceof ViolationFound)) throw error;
    return resultOf(playing, findingOf(playing, seed, error));
  }
  return resultOf(playing, undefined);
}

/**
 * Plays a valid request of each of these operations, in a life of their own; those that delete come last. Ends at a
 * response that is wrong.
 */
export async function reachOperations(stage: Service, seed: number, names: readonly string[]): Promise<LifeResult> {
  const history: History = { life: await beginLife(stage.g), played: new Map() };
  const playing: Playing = { stage, history, steps: [], reached: new Set() };
  const deletes = (name: string) => stage.operations.get(name)?.method === 'DELETE';
  const ordered = [...names.filter((name) => !deletes(name)), ...names.filter(deletes)];
  try {
    for (const name of ordered)
      if (!playing.reached.has(name)) await playPlain(playing, makeDice(seed + playing.steps.length), name);
  } catch (error) {
    if (!(error instanceof ViolationFound)) throw error;
    return resultOf(playing, findingOf(playing, seed, error));
  }
  return resultOf(playing, undefined);
}

async function playPlain(playing: Playing, dice: Dice, name: string): Promise<void> {
  const operation = playing.stage.operations.get(name);
  if (operation === undefined) return;
  const prepared = await prepare(playing, dice, name, true);
  await play(playing, chooseRequest(playing.history.life, dice, operation, prepared, true));
}

function resultOf({ history, reached }: Playing, finding: Finding | undefined): LifeResult {
  const statuses = [...history.played.values()].map(({ received }) => received.status);
  return { requests: statuses.length, statuses, reached, finding };
}

function findingOf({ steps }: Playing, seed: number, { violation, nth }: ViolationFound): Finding {
  const step = steps.find((numbered) => numbered.nth === nth)?.step;
  const operation = step !== undefined && 'operation' in step ? step.operation : '';
  return { seed, nth, operation, violation, steps: steps.filter((numbered) => numbered.nth <= nth) };
}

/**
 * Plays the next request, with what must come before it. Returns false when somebody has lost their credential, so that
 * little can succeed.
 */
async function playChosen(playing: Playing, dice: Dice): Promise<boolean> {
  const { stage, history, steps, reached } = playing;
  const repeatable = steps.findLast(
    ({ step }) => 'headers' in step && /POST|PATCH/.test(step.method) && 'idempotency-key' in step.headers,
  );
  if (repeatable !== undefined && repeatable.nth === steps.length - 1 && dice.chance(60)) {
    await play(playing, repeatRequest(dice, repeatable.step as RequestStep, repeatable.nth));
    return true;
  }
  const operation = chooseOperation(dice, [...stage.operations.values()], reached);
  const plain = !reached.has(operation.name) && dice.chance(70);
  const prepared = await prepare(playing, dice, operation.name, plain);
  const step = chooseRequest(history.life, dice, operation, prepared, plain);
  const hasKey = 'idempotency-key' in step.headers;
  const [received] = await Promise.all([
    play(playing, step),
    // Twice at the same moment.
    ...(dice.chance(5) ? [play(playing, hasKey ? sameAgain(step, steps.length - 1) : step)] : []),
  ]);
  const isLost =
    received?.status === 401 && step.expected === undefined && step.token !== undefined && prepared.token === undefined;
  return !isLost || operation.permission === 'none';
}

/** Operations that end sessions, so only those of the spare owner and of guests. */
const endsSession = new Set([
  'logout',
  'endOwnSession',
  'endOtherSessions',
  'endMemberSessions',
  'changePassword',
  'confirmIdentity',
  'leaveOrganization',
  'deleteAccount',
]);

/** Plays the recipe of an operation: always for a plain request, otherwise now and then. */
async function prepare(playing: Playing, dice: Dice, name: string, plain: boolean): Promise<Prepared> {
  const recipe = recipes[name];
  if (recipe === undefined || !(plain || endsSession.has(name) || dice.chance(30))) return {};
  const { life } = playing.history;
  return recipe({
    life,
    ask: async (operationName, prepared) => {
      const operation = playing.stage.operations.get(operationName);
      if (operation === undefined) throw new Error(`There is no operation ${operationName}.`);
      const received = await play(playing, chooseRequest(life, dice, operation, prepared, true));
      return received as Received;
    },
    openLetter: async (to) => {
      await play(playing, { letterTo: withNames(life, to) });
      return life.values.get(`${playing.steps.length - 1}.token`) ?? 'none';
    },
  });
}

async function play({ stage, history, steps, reached }: Playing, step: Step): Promise<Received | undefined> {
  const nth = steps.length;
  steps.push({ nth, step });
  const received = await playStep(stage, history, step, nth);
  if ('operation' in step && received !== undefined && received.status < 300) reached.add(step.operation);
  return received;
}

/** The shortest history found that ends with the same violation, as lines for a shell. */
export async function shortenFinding(stage: Service, finding: Finding): Promise<string[]> {
  let life: Life | undefined;
  const stillFails = async (steps: readonly Numbered[]) => {
    const violation = await replay(stage, steps, (begun) => {
      life = begun;
    });
    return violation?.kind === finding.violation.kind;
  };
  const needs = ({ step }: Numbered) => [
    ...namesIn(step).flatMap((name) => (/^\d+\./.test(name) ? [Number(name.split('.')[0])] : [])),
    ...('repeats' in step && step.repeats !== undefined ? [step.repeats.step] : []),
  ];
  const needed = withNeeded(finding.steps, needs);
  const enough = (await stillFails(needed)) ? needed : (await stillFails(finding.steps)) ? finding.steps : undefined;
  const shortest = enough && (await shorten(enough, stillFails, maxShorteningRuns));
  const lines = curlLines(shortest ?? needed, (name) => life?.values.get(name));
  if (shortest !== undefined) return lines;
  return [
    '# The failure did not repeat, so it depends on the moment. The last request with all that it needs:',
    ...lines,
  ];
}

/** Plays steps in a new life; returns how the last one violates, if it does. */
async function replay(
  stage: Service,
  steps: readonly Numbered[],
  began: (life: Life) => void,
): Promise<Violation | undefined> {
  const life = await beginLife(stage.g);
  began(life);
  const history: History = { life, played: new Map() };
  for (const { nth, step } of steps) {
    try {
      await playStep(stage, history, step, nth);
    } catch (error) {
      if (!(error instanceof ViolationFound)) throw error;
      return nth === steps.at(-1)?.nth ? error.violation : undefined;
    }
  }
  return undefined;
}
