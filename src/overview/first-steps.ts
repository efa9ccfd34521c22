// The first steps of a new organization, up to the first sent invoice: each follows from what the organization has, not
// from clicks.
import { noteChange } from '../platform/audit/note-changes.ts';
import type { Scope } from '../platform/db/scope.ts';
import * as queries from './first-steps-queries.ts';

export const firstSteps = [
  'building',
  'apartments',
  'account',
  'building_sender',
  'charges',
  'meters',
  'residents',
  'sender',
  'invoices',
] as const;
export const stepStates = ['open', 'done', 'not_needed'] as const;
type FirstStep = {
  readonly step: (typeof firstSteps)[number];
  readonly state: (typeof stepStates)[number];
  /** Where it is taken, if it needs a building and there is one. */
  readonly buildingId: string | null;
};

type FirstSteps = {
  /** Whether the person sees them: as they chose, and without a choice until all are done. */
  readonly shown: boolean;
  readonly buildingId: string | null;
  readonly steps: readonly FirstStep[];
};

/**
 * Returns the steps in their order. Each building needs apartments, charges, an account and residents, and meters where
 * a charge is billed by them. Meters are not needed where there are charges and none is. Who sends the invoices of a
 * building is a step only while it is open.
 */
export async function getFirstSteps(scope: Scope): Promise<FirstSteps> {
  const { buildingId, metered, without, ...facts } = await queries.findFirstStepFacts(scope);
  const choice = await queries.findFirstStepsChoice(scope);
  const has = (step: queries.BuildingStep) => buildingId !== null && without[step] === null;
  const needsMeters = metered || !has('charges');
  const done = {
    ...facts,
    building: buildingId !== null,
    building_sender: false,
    ...{ apartments: has('apartments'), charges: has('charges'), account: has('account'), residents: has('residents') },
    meters: metered && has('meters'),
  };
  const lacking: Readonly<Partial<Record<string, string | null>>> = without;
  const taken = firstSteps.filter((step) => step !== 'building_sender' || without.building_sender !== null);
  const steps = taken.map((step): FirstStep => {
    const isNeeded = step !== 'meters' || needsMeters;
    const state = done[step] ? 'done' : isNeeded ? 'open' : 'not_needed';
    return { step, state, buildingId: lacking[step] ?? buildingId };
  });
  return { shown: choice ?? steps.some(({ state }) => state === 'open'), buildingId, steps };
}

/** Shows or hides the steps for the person, in this organization. */
export async function chooseFirstSteps(scope: Scope, shown: boolean): Promise<void> {
  await queries.saveFirstStepsChoice(scope, shown);
  noteChange(scope, { field: 'shown', after: shown });
}
