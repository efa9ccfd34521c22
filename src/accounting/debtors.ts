// Debtors of an apartment: who left keeps what they owe and what they paid ahead. Pure.
import type { ApartmentMoney } from '../invoicing/co-payers.ts';

/**
 * The debtors of apartments by number: 0 are those who have it today, with all that one of them pays; the others have
 * left. `people` are those whose the invoices and the money are.
 */
export type Debtors = {
  readonly items: readonly { readonly id: string; readonly debtor: number }[];
  readonly people: readonly { readonly apartmentId: string; readonly debtor: number; readonly residentId: string }[];
};

/** An open invoice or a prepayment of an apartment that somebody has left, and those who have it today or later. */
export type SharedItem = ApartmentMoney & { readonly present: readonly string[] };

/**
 * Finds the debtor of each item by its payers. Who left together, or one after the other with a common invoice, is one
 * debtor. What nobody is known to pay is of those who have the apartment.
 */
export function divideDebtors(items: readonly SharedItem[], payersOf: ReadonlyMap<string, readonly string[]>): Debtors {
  const numbers = new Map<string, number>();
  const people = new Map<string, Debtors['people'][number]>();
  let last = 0;
  const divided = items.map(({ id, apartmentId, present }) => {
    const payers = payersOf.get(id) ?? [];
    const stays = payers.length === 0 || payers.some((payer) => present.includes(payer));
    const earlier = payers.flatMap((payer) => numbers.get(`${apartmentId} ${payer}`) ?? [])[0];
    const debtor = stays ? 0 : (earlier ?? ++last);
    for (const residentId of payers) {
      if (!stays) numbers.set(`${apartmentId} ${residentId}`, debtor);
      people.set(`${apartmentId} ${debtor} ${residentId}`, { apartmentId, debtor, residentId });
    }
    return { id, debtor };
  });
  return { items: divided, people: [...people.values()] };
}
