// Meters in the console: what was written of one is changed, it is closed and reopened, and what became of it is told.

import { DataOf, okReply, operation, PageOf } from '../../http/operation.ts';
import { pageReply, plainPagingQuery } from '../../http/paging.ts';
import { Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import { changeMeter, listMeterChanges } from '../../metering/change-meter.ts';
import { changeOrders } from '../../metering/change-meter-queries.ts';
import { getMeter } from '../../metering/meters.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { ChangedMeter, MeterBody, MeterChangeBody } from '../api/meter-bodies.ts';
import { consoleBase } from './base-path.ts';

const sortable = Object.keys(changeOrders);
const found = (scope: Scope, { id = '' }: Params) => getMeter(scope, id);

const change = operation({
  name: 'updateMeter',
  method: 'PATCH',
  path: '/meters/:id',
  tag: 'Meters',
  summary: 'Change, close or reopen a meter',
  description:
    'What is not given stays; null takes it away. How a meter begins and ends (initialValue, installedOn, finalValue, removedOn) can be put right, with a reason, as far as its confirmed readings allow; the day on which one took another’s place moves for both. finalValue closes a meter that is open, on removedOn or today; null for it reopens one that nothing replaced. Invoices that exist stay as they are: what they billed by a wrong value is settled with the next period, or by cancelling the draft and making it anew.',
  permission: 'meters:write',
  body: ChangedMeter,
  answers: { 200: { description: 'The meter as it is now.', schema: DataOf(MeterBody) } },
  refuses: ['already_exists', 'meter_replaced', 'reading_below_previous', 'reading_above_next'],
  openPoints: ['P-38'],
  found,
  handle: async (scope, { params: { id = '' }, body }) => okReply(await changeMeter(scope, id, body)),
});

const history = operation({
  name: 'listMeterHistory',
  method: 'GET',
  path: '/meters/:id/history',
  tag: 'Meters',
  summary: 'List what became of a meter',
  description: 'Every change of what was written of it, the oldest first: when, by whom, why. Readings have their own.',
  permission: 'books:read',
  query: Type.Object(plainPagingQuery(sortable)),
  answers: { 200: { description: 'A page of entries.', schema: PageOf(MeterChangeBody) } },
  refuses: [],
  openPoints: ['P-38'],
  found,
  handle: (scope, { params: { id = '' }, query }) => {
    const list = { name: `history of ${id}`, path: `${consoleBase}/meters/${id}/history`, sortable };
    return pageReply(scope, list, query, (page) => listMeterChanges(scope, id, page));
  },
});

export const meterHistoryOperations = [change, history];
