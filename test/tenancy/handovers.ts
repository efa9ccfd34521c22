// The hand-over queries that a second organization tries on the first one's data.
import * as handOvers from '../../src/handovers/hand-over-queries.ts';
import { newId } from '../../src/platform/values/ids.ts';
import type { TenancyQueries } from './two-organizations.ts';

export const handOverQueries: TenancyQueries = ({ handOverId, apartment, residentId, residencyId }) => ({
  insertHandOver: (s) =>
    handOvers.insertHandOver(
      s,
      {
        id: newId(),
        apartmentId: apartment.id,
        day: '2030-01-01',
        residentId,
        residencyId,
        residentIsNew: false,
        ended: [],
        readingIds: [],
        invitationId: null,
        invoiceIds: [],
      },
      'service',
    ),
  findHandOver: (s) => handOvers.findHandOver(s, handOverId),
  isHandedOverOn: (s) => handOvers.isHandedOverOn(s, apartment.id, '2026-01-01'),
  deleteHandOver: (s) => handOvers.deleteHandOver(s, handOverId),
  listHandOvers: (s) => handOvers.listHandOvers(s, apartment.id),
  listResidenciesOf: (s) => handOvers.listResidenciesOf(s, apartment.id),
  listOpenInvoices: (s) => handOvers.listOpenInvoices(s, apartment.id, 'EUR'),
  listUnallocatedMoney: (s) => handOvers.listUnallocatedMoney(s, apartment.id, 'EUR'),
  listInvoicesFrom: (s) => handOvers.listInvoicesFrom(s, apartment.id, '1900-01-01'),
});
