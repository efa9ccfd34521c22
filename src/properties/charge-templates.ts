// Typical charges of an apartment association, named in the language of the building's invoices, with the
// organization's VAT rate.

import type { Scope } from '../platform/db/scope.ts';
import { chargeNames } from '../platform/values/position-description.ts';
import { getBuilding } from './buildings.ts';
import type { CommonCharge, SenderDetails } from './model.ts';
import { getSender } from './sender-details.ts';

type ChargeTemplate = Pick<CommonCharge, 'basis' | 'meterType'> & {
  readonly id: keyof typeof chargeNames;
  /** Whether it splits a supplier bill. Otherwise it has a price. */
  readonly fromBill?: true;
  /** Of the quantity on its bills. */
  readonly billUnit?: string;
  /** Not subject to VAT, even if the organization is. */
  readonly withoutVat?: true;
};

/** Savings and insurance are no supplies of the association, so they are proposed without VAT. */
const templates: readonly ChargeTemplate[] = [
  {
    id: 'administration',
    basis: 'area',
  },
  {
    id: 'maintenance',
    basis: 'area',
  },
  {
    id: 'repair_fund',
    basis: 'area',
    withoutVat: true,
  },
  {
    id: 'heating',
    basis: 'area',
    fromBill: true,
    billUnit: 'MWh',
  },
  {
    id: 'cold_water',
    basis: 'meter',
    meterType: 'cold_water',
  },
  {
    id: 'cold_water_remainder',
    basis: 'meter_remainder',
    meterType: 'cold_water',
  },
  {
    id: 'hot_water',
    basis: 'meter',
    meterType: 'hot_water',
  },
  {
    id: 'hot_water_remainder',
    basis: 'meter_remainder',
    meterType: 'hot_water',
  },
  {
    id: 'common_electricity',
    basis: 'area',
    fromBill: true,
    billUnit: 'kWh',
  },
  {
    id: 'waste',
    basis: 'equal',
    fromBill: true,
  },
  {
    id: 'insurance',
    basis: 'area',
    withoutVat: true,
  },
];

/**
 * Standard VAT rates, in percent: Estonia since 1 July 2025 (KMS § 15), Latvia (PVN likums, 41. pants), Lithuania (PVM
 * įstatymas, 19 str.).
 */
const standardVatRates: Readonly<Record<string, number>> = { EE: 24, LV: 21, LT: 21 };

/** The VAT rate of new charges: the standard rate of the country of a sender with a VAT number, otherwise 0. */
function defaultVatRate({ vatNumber, country }: SenderDetails): number {
  return vatNumber === null ? 0 : (standardVatRates[country] ?? 0);
}

/** A typical charge for a building. `exists`: the building has a charge of this name. */
type ProposedCharge = Pick<CommonCharge, 'name' | 'basis' | 'meterType' | 'vatRate'> & {
  readonly template: string;
  readonly costFrom: 'supplier_bill' | null;
  readonly billUnit?: string;
  readonly exists: boolean;
};

/** The typical charges for a building, and the VAT rate of new charges. Throws NotFound. */
export async function proposeCharges(
  scope: Scope,
  buildingId: string,
): Promise<{ readonly vatRate: number; readonly charges: readonly ProposedCharge[] }> {
  const { billing } = await getBuilding(scope, buildingId);
  const vatRate = defaultVatRate(await getSender(scope, buildingId));
  const names = new Set(billing.charges.map(({ name }) => name.toLowerCase()));
  const charges = templates.map(({ id, fromBill, withoutVat, ...terms }) => {
    const name = chargeNames[id][billing.language];
    const costFrom = fromBill ? ('supplier_bill' as const) : null;
    return {
      ...terms,
      template: id,
      name,
      costFrom,
      vatRate: withoutVat ? 0 : vatRate,
      exists: names.has(name.toLowerCase()),
    };
  });
  return { vatRate, charges };
}
