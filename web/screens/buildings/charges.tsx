// A building's charges, edited as a table, with an example for one apartment beside each.
import { Alert, Button, Group, Select, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useApartments } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorTextList } from '../../parts/error-message.tsx';
import type { ErrorText } from '../../parts/explain.ts';
import { Icon } from '../../parts/icons.tsx';
import { useUnsavedWarning } from '../../parts/leave-warning.ts';
import { EmptyState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { type ChargeDraft, parseFieldPath, serializeCharges } from './charge-changes.ts';
import { ChargeRow } from './charge-row.tsx';
import { ChargeTerms } from './charge-terms.tsx';
import styles from './charges.module.css';

/** Rows keep their identity while their codes are edited. */
type ChargeTableRow = { readonly key: number; readonly charge: ChargeDraft };

const widths = ['15%', '12%', '27%', '14%', '8%'];
let lastKey = 0;
const rowOf = (charge: ChargeDraft): ChargeTableRow => ({ key: ++lastKey, charge });

export function Charges({ building }: { readonly building: Schemas['Building'] }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const [rows, setRows] = useState(() => building.billing.charges.map(rowOf));
  const [problems, setProblems] = useState<readonly ErrorText[]>([]);
  const apartments = useApartments(building.id).data ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const apartment = apartments.find(({ id }) => id === chosen) ?? apartments[0];
  const [opened, open] = useState<number>();
  const charges = rows.map(({ charge }) => charge);
  const changed = serializeCharges(charges) !== serializeCharges(building.billing.charges);
  const save = useAction(
    () =>
      unwrap(
        api.PATCH('/buildings/{id}', {
          params: { path: { id: building.id } },
          body: { billing: { charges } },
        }),
      ),
    {
      done: t.buildings.saved,
      onProblems: (reported, places) =>
        setProblems(
          reported.map((errorText, index) => ({
            ...errorText,
            text: `${whereOf(places[index] ?? '')}${errorText.text}`,
          })),
        ),
    },
  );
  useUnsavedWarning(changed && !save.isPending);
  const whereOf = (field: string) => {
    const { index, part = '' } = parseFieldPath(field) ?? {};
    const charge = index === undefined ? undefined : charges[index];
    if (charge === undefined) return '';
    const parts: Readonly<Record<string, string>> = t.charges.parts;
    return `${[charge.name || charge.code || t.charges.unnamed, parts[part]].filter(Boolean).join(', ')}: `;
  };
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
    <Card title={t.buildings.tabs.charges} flush actions={actions}>
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
      {apartment && (
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
            value={apartment.id}
            onChange={choose}
          />
        </Group>
      )}
      {rows.length === 0 && <EmptyState icon="invoice" title={t.charges.none} />}
      {rows.length > 0 && (
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
            <Table.Tbody>
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
            </Table.Tbody>
          </Table>
        </div>
      )}
      {problems.length > 0 && (
        <Alert color="red" m="md" role="alert">
          <ErrorTextList all={problems} />
        </Alert>
      )}
      {mayManage && (
        <Group p="md">
          <Button
            disabled={!changed}
            loading={save.isPending}
            onClick={() => {
              setProblems([]);
              save.mutate();
            }}
          >
            {t.common.save}
          </Button>
          {changed && (
            <>
              <Button variant="subtle" onClick={() => setRows(building.billing.charges.map(rowOf))}>
                {t.common.cancel}
              </Button>
              <Text fz="sm" c="dimmed">
                {t.charges.unsaved}
              </Text>
            </>
          )}
        </Group>
      )}
    </Card>
  );
}
