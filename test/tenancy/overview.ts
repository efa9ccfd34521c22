// The overview queries that a second organization tries on the first one's data.

import * as firstSteps from '../../src/overview/first-steps-queries.ts';
import * as overview from '../../src/overview/overview-queries.ts';
import type { TenancyQueries } from './two-organizations.ts';

export const overviewQueries: TenancyQueries = () => ({
  countWaiting: (s) => overview.countWaiting(s),
  tallyPayments: (s) => overview.tallyPayments(s),
  tallyInvoices: (s) => overview.tallyInvoices(s, [{ timeZone: 'Europe/Tallinn', today: '2026-11-20' }]),
  findFirstStepFacts: (s) => firstSteps.findFirstStepFacts(s),
  findFirstStepsChoice: (s) => firstSteps.findFirstStepsChoice(s),
  saveFirstStepsChoice: (s) => firstSteps.saveFirstStepsChoice(s, false),
  sumMonths: (s) => overview.sumMonths(s, '2020-01-01'),
});
