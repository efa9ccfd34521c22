// Console API: changing, closing and reopening meters, and their history.

import { ifMatchHeader, requireMatch } from '../../http/entity-tags.ts';
import { operation, showsData, showsPage, tagged } from '../../http/operation.ts';
import { pageResponse, plainPagingQuery } from '../../http/paging.ts';
import { Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import { changeMeter, lockMeterAndBuilding } from '../../metering/change-meter.ts';
import { changeOrders, listChanges } from '../../metering/change-meter-queries.ts';
import { getMeter } from '../../metering/meters.ts';
import { setOwnFields } from '../../platform/db/own-fields.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { ChangedMeter, MeterBody, MeterChangeBody } from '../api/meter-bodies.ts';
import { lockVersionOf, showOwnFields, taggedResponse } from '../api/own-fields-bodies.ts';

const sortable = Object.keys(changeOrders);

const show = async (scope: Scope, { id = '' }: Params) => showOwnFields(scope, await getMeter(scope, id));

const lockVersion = lockVersionOf(MeterBody, (scope, { id = '' }) => lockMeterAndBuilding(scope, id), show);

const change = operation({
  name: 'updateMeter',
  route: 'PATCH /meters/:id',
  summary: 'Change, close or reopen a meter',
  description:
    'Changes only the given fields; null removes a value. The first and last values of a meter (initialValue, installedOn, finalValue, removedOn) can be corrected, with a reason, as far as its confirmed readings allow; the day of a replacement changes for both meters. finalValue closes an open meter, on removedOn or today; null reopens a meter that was not replaced. Existing invoices do not change: amounts billed from a wrong value are settled with the next period, or by cancelling the draft and generating it again.',
  permission: 'meters:write',
  body: ChangedMeter,
  responses: showsData('The updated meter.', MeterBody, {
    tagged: true,
    example: { finalValue: 412.337, removedOn: '2026-10-31' },
  }),
  errors: ['already_exists', 'meter_replaced', 'reading_below_previous', 'reading_above_next'],
  openPoints: ['P-38', 'P-104', 'P-107'],
  headers: ifMatchHeader,
  handle: async (scope, input) => {
    const { params, body } = input;
    await requireMatch(scope, input, lockVersion);
    const { id = '' } = params;
    await changeMeter(scope, id, body);
    await setOwnFields(scope, 'meter', id, body);
    return taggedResponse(MeterBody, await show(scope, params));
  },
});

const history = operation({
  name: 'listMeterHistory',
  route: 'GET /meters/:id/history',
  summary: 'List the history of a meter',
  description: 'Every change of its data, oldest first: time, actor and reason. Readings are listed separately.',
  permission: 'books:read',
  query: Type.Object(plainPagingQuery(sortable)),
  responses: showsPage('A page of entries.', MeterChangeBody),
  openPoints: ['P-38'],
  handle: async (scope, { path, params: { id = '' }, query }) => {
    await getMeter(scope, id);
    return pageResponse(scope, { path, query }, sortable, (page) => listChanges(scope, id, page));
  },
});

export const meterOperations = tagged('Meters', [change, history]);
