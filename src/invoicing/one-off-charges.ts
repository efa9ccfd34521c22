// One-off charges and credits of single apartments. Each goes on the next invoice, once; if that invoice is cancelled,
// on the one after.

import type { Position } from '../charging/model.ts';
import type { PageRequest } from '../platform/db/keyset.ts';
import { actorText, type Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, orNotFound, rejectUnknown } from '../platform/errors.ts';
import type { Day } from '../platform/values/dates.ts';
import {
  decimalRanges,
  formatDecimal,
  parseDecimal,
  parseStoredDecimal,
  percentOf,
} from '../platform/values/decimal.ts';
import { newId } from '../platform/values/ids.ts';
import { amountFromCents, centsFromAmount } from '../platform/values/money.ts';
import { listAllApartments, lockBuilding } from '../properties/property-queries.ts';
import type { OneOffCharge, OneOffFilters } from './model.ts';
import * as queries from './one-off-charge-queries.ts';

/** The same charge for each of the apartments. */
type OneOffChargesInput = {
  readonly apartmentIds: readonly string[];
  readonly description: string;
  readonly amount: number;
  readonly vatRate?: number;
  readonly dueFrom: Day;
};

/** The code of such a position. */
const oneOffCode = 'one-off';

/**
 * Creates a one-off charge for the next invoice of each apartment, all or none; an apartment listed twice gets one.
 * Returned in the order of their apartments. Throws NotFound (the building, an apartment), Invalid.
 */
export async function addOneOffs(scope: Scope, buildingId: string, input: OneOffChargesInput): Promise<OneOffCharge[]> {
  if ((await lockBuilding(scope, buildingId)) === undefined) throw new NotFound();
  const { apartmentIds, description, dueFrom, vatRate = 0 } = input;
  const apartmentIdSet = new Set(apartmentIds.map((id) => id.toLowerCase()));
  const apartments = (await listAllApartments(scope, buildingId)).filter(({ id }) => apartmentIdSet.has(id));
  rejectUnknown('apartmentIds', apartmentIds, apartments);
  const [amount, rate] = [centsFromAmount(input.amount), parseDecimal(vatRate, decimalRanges.vatRate)];
  const reject = (field: string, message: string) => new Invalid([bodyProblem([field], 'out_of_range', message)]);
  if (amount === undefined || amount === 0)
    throw reject(
      'amount',
      'amount must not be 0 and may have at most two decimals: positive for a charge, negative for a credit.',
    );
  if (rate === undefined) throw reject('vatRate', 'vatRate is a percentage from 0 to 100 with at most two decimals.');
  const oneOffs = apartments.map(
    ({ id: apartmentId }): OneOffCharge => ({
      id: newId(),
      buildingId,
      apartmentId,
      description: description.trim(),
      amount,
      vatRate: formatDecimal(rate),
      dueFrom,
      invoiceId: null,
      createdAt: scope.now,
      updatedAt: scope.now,
    }),
  );
  await queries.insertOneOffs(scope, oneOffs, actorText(scope.caller));
  return oneOffs;
}

/** Deletes an unbilled one-off charge. Throws NotFound, Conflict (one_off_billed). */
export async function removeOneOff(scope: Scope, id: string): Promise<void> {
  const { buildingId } = await getOneOff(scope, id);
  await lockBuilding(scope, buildingId); // The same lock as generation, so that no invoice includes it meanwhile.
  const { invoiceId } = await getOneOff(scope, id);
  if (invoiceId !== null)
    throw new Conflict(
      'one_off_billed',
      'It is already invoiced. Cancel that invoice, or add a one-off charge of the opposite amount.',
    );
  await queries.deleteOneOff(scope, id);
}

/** One one-off charge. Throws NotFound. */
export async function getOneOff(scope: Scope, id: string): Promise<OneOffCharge> {
  return orNotFound(await queries.findOneOff(scope, id));
}

/** A page of a building's one-off charges. */
export function listOneOffs(scope: Scope, filters: OneOffFilters, page: PageRequest) {
  return queries.listOneOffs(scope, filters, page);
}

/** The invoice position of a one-off charge. */
export function buildOneOffPosition({ id, description, amount, vatRate, dueFrom }: OneOffCharge): Position {
  const price = formatDecimal({ units: BigInt(amount), scale: 2 });
  return {
    code: oneOffCode,
    description,
    quantity: '1',
    unit: 'apartment',
    unitPrice: price,
    amount,
    vatRate,
    vatAmount: percentOf(amount, parseStoredDecimal(vatRate, decimalRanges.vatRate, 'VAT rate of a one-off')),
    calculation: {
      method: 'one_off',
      basis: 'fixed',
      unit: 'apartment',
      quantity: '1',
      unitPrice: price,
      raw: price,
      rounded: amountFromCents(amount),
      oneOff: { id, dueFrom },
    },
  };
}
