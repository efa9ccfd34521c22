// The participation in a charge: all apartments or the selected ones, with a coefficient; or each with an agreed share.
import { Checkbox, Group, Radio, Table, Text } from '@mantine/core';
import { NumberField } from '../../parts/number-field.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './charge-apartments.module.css';
import { withApartment } from './charge-changes.ts';
import type { ChargeRowProps } from './charge-row.tsx';

type ChargeApartmentsProps = Pick<ChargeRowProps, 'charge' | 'apartments' | 'change'>;

export function ChargeApartments({ charge, apartments, change }: ChargeApartmentsProps) {
  const { t, format } = useLanguage();
  const custom = charge.basis === 'custom';
  const listed = charge.appliesTo === 'listed';
  const total = (charge.apartments ?? []).reduce((sum, { share = 0 }) => sum + share, 0);
  return (
    <>
      {!custom && (
        <Radio.Group
          aria-label={t.charges.apartments}
          value={listed ? 'listed' : 'all'}
          onChange={(next) => change({ ...charge, appliesTo: next === 'listed' ? 'listed' : null })}
        >
          <Group>
            <Radio value="all" label={t.charges.allApartments} />
            <Radio value="listed" label={t.charges.selectedApartments} />
          </Group>
        </Radio.Group>
      )}
      <Text fz="sm" c="dimmed">
        {custom ? t.charges.shareHint : t.charges.coefficientHint}
      </Text>
      <div className={classes.scroll}>
        <Table verticalSpacing={4} stickyHeader aria-label={t.charges.apartments}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.invoices.apartment}</Table.Th>
              <Table.Th ta="right">{custom ? t.charges.share : t.charges.coefficient}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {apartments.map(({ id, number }) => (
              <ApartmentLine key={id} {...{ charge, change, id, number, listed: listed && !custom }} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {custom && <Text fz="sm">{t.charges.shareTotal({ total: format.number(total, 6) })}</Text>}
    </>
  );
}

function ApartmentLine({
  charge,
  change,
  id,
  number,
  listed,
}: Pick<ChargeApartmentsProps, 'charge' | 'change'> & {
  readonly id: string;
  readonly number: string;
  readonly listed: boolean;
}) {
  const { t } = useLanguage();
  const terms = charge.apartments?.find(({ apartmentId }) => apartmentId === id);
  const custom = charge.basis === 'custom';
  const figure = custom ? terms?.share : terms?.coefficient;
  const set = (next: number | undefined) => {
    if (custom) return change(withApartment(charge, id, next === undefined ? null : { share: next }));
    change(withApartment(charge, id, next === undefined && !listed ? null : { coefficient: next }));
  };
  return (
    <Table.Tr>
      <Table.Td>
        {listed ? (
          <Checkbox
            label={number}
            aria-label={t.charges.includesApartment({ number })}
            checked={terms !== undefined}
            onChange={(event) => change(withApartment(charge, id, event.currentTarget.checked ? {} : null))}
          />
        ) : (
          number
        )}
      </Table.Td>
      <Table.Td ta="right">
        <NumberField
          size="xs"
          w="8rem"
          ml="auto"
          aria-label={custom ? t.charges.shareOf({ number }) : t.charges.coefficientOf({ number })}
          min={0}
          decimals={6}
          placeholder={custom ? t.common.none : '1'}
          disabled={listed && terms === undefined}
          value={figure ?? ''}
          onChange={(next) => set(typeof next === 'number' ? next : undefined)}
        />
      </Table.Td>
    </Table.Tr>
  );
}
