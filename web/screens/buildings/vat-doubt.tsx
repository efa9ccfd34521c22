// Charges whose VAT does not go with the sender of their invoices: VAT without a VAT number, or none with one. They are
// named, and changed at once.
import { Alert, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/bodies.ts';
import { useChargesVat, useIsAllowed } from '../../api/person.ts';
import { changeBuilding } from '../../api/save-changes.ts';
import { fetchBuilding, useBuildings } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { addsVat, withVatRate } from './charge-prices.ts';
import { useProposedCharges } from './charge-templates.tsx';

type DoubtfulBuilding = Pick<Schemas['Building'], 'id' | 'name' | 'billing'>;
type Charges = Schemas['Building']['billing']['charges'];

/** The charges that add VAT now or later. */
function chargesWithVat({ billing: { charges, timeZone } }: DoubtfulBuilding): Charges {
  return charges.filter((charge) => addsVat(charge, todayIn(timeZone)));
}

/** Sets the VAT rate of these charges of a building, which may have changed since it was read. */
async function setVatRate(id: string, codes: ReadonlySet<string>, rate: number): Promise<number> {
  const building = await fetchBuilding(id);
  const charges = building.billing.charges.map((charge) =>
    codes.has(charge.code) ? withVatRate(charge, rate) : charge,
  );
  await changeBuilding(building, { billing: { charges } }, ({ billing }) => billing.charges);
  return codes.size;
}

/** What does not go together in a building; nothing where all does. */
export function VatDoubt({ building }: { readonly building: DoubtfulBuilding }) {
  const chargesVat = useChargesVat()(building.id);
  const withVat = chargesWithVat(building);
  if (!chargesVat) return <VatWithoutNumber doubts={[{ building, charges: withVat }]} />;
  return withVat.length === 0 ? <VatNotCharged building={building} /> : null;
}

/** The same of all buildings, where the VAT number of the organization may have been removed. */
export function VatDoubts() {
  const chargesVat = useChargesVat();
  const buildings = useBuildings().data ?? [];
  const doubts = buildings
    .filter(({ id }) => !chargesVat(id))
    .map((building) => ({ building, charges: chargesWithVat(building) }));
  return (
    <Stack gap="sm">
      <VatWithoutNumber doubts={doubts} isNamed />
      {buildings
        .filter((building) => chargesVat(building.id) && chargesWithVat(building).length === 0)
        .slice(0, maxBuildings)
        .map((building) => (
          <VatNotCharged key={building.id} building={building} isNamed />
        ))}
    </Stack>
  );
}

/** The others are shown once these are dealt with. */
const maxBuildings = 10;

function VatWithoutNumber({
  doubts,
  isNamed = false,
}: {
  readonly doubts: readonly { readonly building: DoubtfulBuilding; readonly charges: Charges }[];
  readonly isNamed?: boolean;
}) {
  const { t } = useLanguage();
  const all = doubts.filter(({ charges }) => charges.length > 0);
  const remove = useAction(
    async () => {
      let count = 0;
      for (const { building, charges } of all)
        count += await setVatRate(building.id, new Set(charges.map(({ code }) => code)), 0);
      return count;
    },
    { done: (count) => t.charges.vatSet({ count }) },
  );
  if (all.length === 0) return null;
  const names = all.map(({ building, charges }) => {
    const listed = charges.map(({ name }) => name).join(', ');
    return isNamed ? `${building.name} (${listed})` : listed;
  });
  return (
    <DoubtAlert
      text={t.charges.vatWithoutNumber({ charges: names.join('; ') })}
      rate={0}
      action={remove}
      act={() => remove.mutate(undefined)}
    />
  );
}

/** Savings and insurance, which are typically without VAT, are no doubt. */
function VatNotCharged({ building, isNamed }: { readonly building: DoubtfulBuilding; readonly isNamed?: boolean }) {
  const { t } = useLanguage();
  const { id, name, billing } = building;
  const proposed = useProposedCharges(id, billing.charges.length > 0).data;
  const exempt = new Set(proposed?.charges.filter(({ vatRate }) => vatRate === 0).map((charge) => charge.name));
  const charges = billing.charges.filter((charge) => !exempt.has(charge.name));
  const rate = proposed?.vatRate ?? 0;
  const add = useAction(() => setVatRate(id, new Set(charges.map(({ code }) => code)), rate), {
    done: (count) => t.charges.vatSet({ count }),
  });
  if (rate === 0 || charges.length === 0) return null;
  const listed = charges.map((charge) => charge.name).join(', ');
  return (
    <DoubtAlert
      text={t.charges.vatNotCharged({ charges: isNamed ? `${name} (${listed})` : listed })}
      rate={rate}
      action={add}
      act={() => add.mutate(undefined)}
    />
  );
}

function DoubtAlert({
  text,
  rate,
  action,
  act,
}: {
  readonly text: string;
  readonly rate: number;
  readonly action: Parameters<typeof ActionButton>[0]['action'];
  readonly act: () => void;
}) {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  return (
    <Alert color="yellow" role="status" my="md">
      <Stack align="flex-start" gap="xs">
        <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
        {mayManage && (
          <ActionButton size="xs" variant="default" action={action} onClick={act}>
            {t.charges.setVat({ rate: format.number(rate) })}
          </ActionButton>
        )}
      </Stack>
    </Alert>
  );
}
