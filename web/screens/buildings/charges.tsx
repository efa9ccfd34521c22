// A building's charges, edited as a table, with an example for one apartment beside each.
import { Button, Group, Select, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useApartments } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemsAlert } from '../../parts/error-message.tsx';
import type { ErrorText } from '../../parts/explain.ts';
import { Icon } from '../../parts/icons.tsx';
import { useUnsavedWarning } from '../../parts/leave-warning.ts';
import { EmptyState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { type ChargeDraft, parseFieldPath, serializeCharges } from './charge-changes.ts';
import { ChargeRow } from './charge-row.tsx';
import { ChargeTerms } from './charge-terms.tsx';
import styles from './charges.module.css';

/** Rows keep their identity while their codes are edited. */
type ChargeTableRow = { readonly key: number; readonly charge: ChargeDraft };

const widths = ['15%', '12%', '27%', '14%', '8%'];
let lastKey = 0;
const rowOf = (charge: ChargeDraft): ChargeTableRow => ({ key: ++lastKey, charge });

/** Saves all charges of a building. Each problem names its charge and the part of it. */
function useSaveCharges(
  id: string,
  charges: readonly ChargeDraft[],
  onProblems: (problems: readonly ErrorText[]) => void,
) {
  const { t } = useLanguage();
  return useAction(
    () =>
      unwrap(api.PATCH('/buildings/{id}', { params: { path: { id } }, body: { billing: { charges: [...charges] } } })),
    {
      done: t.buildings.saved,
      onProblems: (reported, fields) =>
        onProblems(
          reported.map((errorText, index) => ({
            ...errorText,
            text: `${describeField(t, charges, fields[index] ?? '')}${errorText.text}`,
          })),
        ),
    },
  );
}

export function Charges({ building }: { readonly building: Schemas['Building'] }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const [rows, setRows] = useState(() => building.billing.charges.map(rowOf));
  const apartments = useApartments(building.id).data ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const apartment = apartments.find(({ id }) => id === chosen) ?? apartments[0];
  const [opened, open] = useState<number>();
  const charges = rows.map(({ charge }) => charge);
  const changed = serializeCharges(charges) !== serializeCharges(building.billing.charges);
  const [problems, setProblems] = useState<readonly ErrorText[]>([]);
  const save = useSaveCharges(building.id, charges, setProblems);
  useUnsavedWarning(changed && !save.isPending);
  const change = (key: number, charge: ChargeDraft) =>
    setRows(rows.map((row) => (row.key === key ? { key, charge } : row)));
  const add = () => setRows([...rows, rowOf({ code: '', name: '', basis: 'area', unitPrice: 0, vatRate: 0 })]);
  const shared = {
    charges,
    fixed: !mayManage,
    currency: building.billing.currency,
    apartment,
    apartments,
    today: todayIn(building.billing.timeZone),
  };
  const first = rows.find(({ key }) => key === opened);
  const actions = mayManage && (
    <Button size="xs" variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add}>
      {t.charges.add}
    </Button>
  );
  return (
    <Card title={t.buildings.tabs.charges} help="basis" flush actions={actions}>
      <Dialog
        opened={first !== undefined}
        onClose={() => open(undefined)}
        title={t.charges.termsOf({ name: first?.charge.name || t.charges.unnamed })}
        size="xl"
      >
        {first && (
          <ChargeTerms
            {...shared}
            charge={first.charge}
            change={(next) => change(first.key, next)}
            done={() => open(undefined)}
          />
        )}
      </Dialog>
      {apartment && <ExampleApartment apartments={apartments} chosen={apartment.id} choose={choose} />}
      {rows.length === 0 && <EmptyState icon="invoice" title={t.charges.none} />}
      {rows.length > 0 && (
        <ChargeTable>
          {rows.map(({ key, charge }) => (
            <ChargeRow
              key={key}
              {...shared}
              charge={charge}
              change={(next) => change(key, next)}
              remove={() => setRows(rows.filter((row) => row.key !== key))}
              open={() => open(key)}
            />
          ))}
        </ChargeTable>
      )}
      <ProblemsAlert problems={problems} m="md" />
      {mayManage && (
        <SaveCharges
          changed={changed}
          saving={save.isPending}
          save={() => {
            setProblems([]);
            save.mutate();
          }}
          reset={() => setRows(building.billing.charges.map(rowOf))}
        />
      )}
    </Card>
  );
}

/** Names the charge and the part of it that a problem is in, by the problem's path in the request. */
function describeField(t: Words, charges: readonly ChargeDraft[], field: string): string {
  const { index, part = '' } = parseFieldPath(field) ?? {};
  const charge = index === undefined ? undefined : charges[index];
  if (charge === undefined) return '';
  const parts: Readonly<Record<string, string>> = t.charges.parts;
  return `${[charge.name || charge.code || t.charges.unnamed, parts[part]].filter(Boolean).join(', ')}: `;
}

/** Chooses the apartment for which examples are calculated. */
function ExampleApartment({
  apartments,
  chosen,
  choose,
}: {
  readonly apartments: readonly Schemas['Apartment'][];
  readonly chosen: string;
  readonly choose: (id: string | null) => void;
}) {
  const { t } = useLanguage();
  return (
    <Group px="md" pb="sm" gap="xs">
      <Text fz="sm" c="dimmed">
        {t.charges.exampleFor}
      </Text>
      <Select
        size="xs"
        w="8rem"
        aria-label={t.charges.exampleFor}
        allowDeselect={false}
        searchable
        data={apartments.map(({ id, number }) => ({ value: id, label: number }))}
        value={chosen}
        onChange={choose}
      />
    </Group>
  );
}

function ChargeTable({ children }: { readonly children: ReactNode }) {
  const { t } = useLanguage();
  return (
    <div className={styles.scroll}>
      <Table className={styles.table} verticalSpacing={6} aria-label={t.buildings.tabs.charges}>
        <Table.Thead>
          <Table.Tr>
            {t.charges.columns.map((name, index) => (
              <Table.Th key={name} w={widths[index]}>
                {name}
              </Table.Th>
            ))}
            <Table.Th ta="right">{t.charges.example}</Table.Th>
            <Table.Th aria-label={t.charges.terms} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}

function SaveCharges({
  changed,
  saving,
  save,
  reset,
}: {
  readonly changed: boolean;
  readonly saving: boolean;
  readonly save: () => void;
  readonly reset: () => void;
}) {
  const { t } = useLanguage();
  return (
    <Group p="md">
      <Button disabled={!changed} loading={saving} onClick={save}>
        {t.common.save}
      </Button>
      {changed && (
        <>
          <Button variant="subtle" onClick={reset}>
            {t.common.cancel}
          </Button>
          <Text fz="sm" c="dimmed">
            {t.charges.unsaved}
          </Text>
        </>
      )}
    </Group>
  );
}
