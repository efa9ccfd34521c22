// Console API: the first steps of a new organization, and whether a person sees them.
import { noContent, okResponse, operation, showsData, showsNothing, tagged } from '../../http/operation.ts';
import { Id, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { chooseFirstSteps, firstSteps, getFirstSteps, stepStates } from '../../overview/first-steps.ts';

const FirstStepsBody = Type.Object({
  shown: Type.Boolean({
    description: 'Whether the person sees the steps: as they chose, and without a choice until all are done.',
  }),
  buildingId: Nullable(
    Type.String({ format: 'uuid', description: 'The oldest building, where the next steps are taken.' }),
  ),
  steps: Type.Array(
    Type.Object({
      step: OneOf(firstSteps),
      state: OneOf(stepStates, { description: 'Meters are not needed while no charge is billed by them.' }),
      buildingId: { ...Nullable(Id), description: 'The building where it is taken.' },
    }),
  ),
});

const show = operation({
  name: 'getFirstSteps',
  route: 'GET /first-steps',
  summary: 'Fetch the first steps',
  description: 'What a new organization has done up to its first sent invoice, from what it has.',
  permission: 'overview:read',
  rules: ['unlogged'],
  responses: showsData('The steps in their order.', FirstStepsBody),
  openPoints: ['P-103'],
  handle: async (scope) => okResponse(await getFirstSteps(scope)),
});

const choose = operation({
  name: 'chooseFirstSteps',
  route: 'PATCH /first-steps',
  summary: 'Show or hide the first steps',
  description: 'For the person who is signed in, in this organization, on all devices.',
  permission: 'own:account',
  body: Type.Object({ shown: Type.Boolean() }),
  responses: showsNothing('Saved.'),
  openPoints: ['P-103'],
  handle: async (scope, { body }) => {
    await chooseFirstSteps(scope, body.shown);
    return noContent;
  },
});

export const firstStepOperations = tagged('Overview', [show, choose]);
