// The overview queries that a second organization tries on the first one's data.
import * as states from '../../src/overview/building-state-queries.ts';
import * as firstSteps from '../../src/overview/first-steps-queries.ts';
import * as overview from '../../src/overview/overview-queries.ts';
import type { FirstOrganization, TenancyQueries } from './two-organizations.ts';

const monthOf = ({ building }: FirstOrganization) => ({
  buildingId: String(building.id),
  start: '2000-01-01',
  end: '2100-01-01',
  readFrom: '2000-01-01',
  readUntil: '2100-01-01',
  today: '2100-01-01',
});

export const overviewQueries: TenancyQueries = (theirs) => ({
  findBilledBuildings: (s) => states.findBilledBuildings(s),
  countReadMeters: (s) => states.countReadMeters(s, [monthOf(theirs)]),
  findPreparedDays: (s) => states.findPreparedDays(s, [monthOf(theirs)]),
  findRecordedBills: (s) => states.findRecordedBills(s, [monthOf(theirs)]),
  sumMonthInvoices: (s) => states.sumMonthInvoices(s, [monthOf(theirs)]),
  sumOpenInvoices: (s) => states.sumOpenInvoices(s, [monthOf(theirs)]),
  sumWaitingMoney: (s) => states.sumWaitingMoney(s),
  countWaiting: (s) => overview.countWaiting(s),
  tallyPayments: (s) => overview.tallyPayments(s),
  tallyReturns: (s) => overview.tallyReturns(s),
  tallyInvoices: (s) => overview.tallyInvoices(s, [{ timeZone: 'Europe/Tallinn', today: '2026-11-20' }]),
  findFirstStepFacts: (s) => firstSteps.findFirstStepFacts(s),
  findFirstStepsChoice: (s) => firstSteps.findFirstStepsChoice(s),
  saveFirstStepsChoice: (s) => firstSteps.saveFirstStepsChoice(s, false),
  sumMonths: (s) => overview.sumMonths(s, '2020-01-01'),
});
