// A building's charges, edited as a table, with an example for one apartment beside each.
import { Button, Group, Select, Switch, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/bodies.ts';
import { useIsAllowed } from '../../api/person.ts';
import { type TaggedBuilding, useApartments } from '../../api/shared-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { ChangedElsewhereNote } from '../../parts/changed-elsewhere.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemsAlert } from '../../parts/error-message.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useUnsavedWarning } from '../../parts/leave-warning.ts';
import { useOpenedByLink } from '../../parts/opened-by-link.ts';
import { ReservedNote } from '../../parts/reserved-note.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { ChargeRow } from './charge-row.tsx';
import { useChargeRows } from './charge-rows.ts';
import { ChargeTemplates, useProposedCharges } from './charge-templates.tsx';
import { ChargeTerms } from './charge-terms.tsx';
import styles from './charges.module.css';
import { VatDoubt } from './vat-doubt.tsx';

/** The columns, in the order of their names; codes and VAT rates only when somebody wants them. */
const widths = { name: '15%', code: '12%', basis: '27%', cost: '14%', vat: '8%' } as const;
const columns = ['name', 'code', 'basis', 'cost', 'vat'] as const;
const withoutCodes = ['name', 'basis', 'cost'] as const;

export function Charges({ building }: { readonly building: TaggedBuilding }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const table = useChargeRows(building);
  const apartments = useApartments(building.id).data ?? [];
  const vatRate = useProposedCharges(building.id, mayManage).data?.vatRate ?? 0;
  const [chosen, choose] = useState<string | null>(null);
  const apartment = apartments.find(({ id }) => id === chosen) ?? apartments[0];
  const [opened, open] = useState<number>();
  const [withCodes, showCodes] = useState(false);
  const hasHiddenError = table.rows.some(({ key }) => table.errorsOf(key).code || table.errorsOf(key).vatRate);
  if (hasHiddenError && !withCodes) showCodes(true);
  useUnsavedWarning(table.changed && !table.save.isPending, table.forget);
  const add = () => table.add({ code: '', name: '', basis: 'area', unitPrice: 0, vatRate });
  const shared = {
    charges: table.charges,
    fixed: !mayManage,
    withCodes,
    currency: building.billing.currency,
    apartment,
    apartments,
    today: todayIn(building.billing.timeZone),
  };
  const first = table.rows.find(({ key }) => key === opened);
  const actions = mayManage && <AddCharges building={building} add={add} append={table.append} />;
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
            errors={table.errorsOf(first.key)}
            charge={first.charge}
            change={(next) => table.change(first.key, next)}
            done={() => open(undefined)}
          />
        )}
      </Dialog>
      <ReservedNote task="change" px="md" pb="sm" />
      {table.note}
      {!table.changed && <VatDoubt building={building} />}
      <ChangedElsewhereNote differences={table.elsewhere} />
      {table.rows.length === 0 && (
        <EmptyState icon="invoice" title={t.charges.none} next={mayManage && t.emptyLists.charges} />
      )}
      {table.rows.length > 0 && (
        <ChargeTable
          withCodes={withCodes}
          showCodes={showCodes}
          example={apartment && <ExampleApartment apartments={apartments} chosen={apartment.id} choose={choose} />}
        >
          {table.rows.map(({ key, charge }) => (
            <ChargeRow
              key={key}
              {...shared}
              errors={table.errorsOf(key)}
              charge={charge}
              change={(next) => table.change(key, next)}
              remove={() => table.remove(key)}
              open={() => open(key)}
            />
          ))}
        </ChargeTable>
      )}
      <ProblemsAlert problems={table.otherProblems} m="md" />
      {mayManage && <SaveCharges changed={table.changed} save={table.save} reset={table.reset} />}
    </Card>
  );
}

/** The ways to add charges: typical ones at once, or a row to fill in. */
function AddCharges({
  building,
  add,
  append,
}: {
  readonly building: Schemas['Building'];
  readonly add: () => void;
  readonly append: ReturnType<typeof useChargeRows>['append'];
}) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useOpenedByLink('typical-charges');
  return (
    <Group gap="xs">
      <Dialog opened={opened} onClose={close} title={t.charges.templates} size="lg">
        <ChargeTemplates
          building={building}
          done={(added) => {
            append(added);
            close();
          }}
        />
      </Dialog>
      <Button size="xs" variant="default" onClick={open}>
        {t.charges.templates}
      </Button>
      <Button size="xs" variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add}>
        {t.charges.add}
      </Button>
    </Group>
  );
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
    <Group gap="xs">
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

function ChargeTable({
  withCodes,
  showCodes,
  example,
  children,
}: {
  readonly withCodes: boolean;
  readonly showCodes: (shown: boolean) => void;
  readonly example: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useLanguage();
  return (
    <div className={styles.scroll}>
      <Group px="md" pb="sm" justify="space-between">
        {example}
        <Switch
          size="xs"
          label={t.charges.showCodes}
          checked={withCodes}
          onChange={(event) => showCodes(event.currentTarget.checked)}
        />
      </Group>
      <Table
        className={styles.table}
        data-codes={withCodes || undefined}
        verticalSpacing={6}
        aria-label={t.buildings.tabs.charges}
      >
        <Table.Thead>
          <Table.Tr>
            {(withCodes ? columns : withoutCodes).map((column) => (
              <Table.Th key={column} w={widths[column]}>
                {t.charges.columns[column]}
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
  save,
  reset,
}: {
  readonly changed: boolean;
  readonly save: ReturnType<typeof useChargeRows>['save'];
  readonly reset: () => void;
}) {
  const { t } = useLanguage();
  return (
    <Group p="md">
      <ActionButton disabled={!changed} action={save} onClick={() => save.mutate(undefined)}>
        {t.common.save}
      </ActionButton>
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
