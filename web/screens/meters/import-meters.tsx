// The import of a building's meters from a table.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { asForm, consoleApi, unwrap } from '../../api/client.ts';
import { ImportTable } from '../../parts/import-table.tsx';
import { currentMonth, shiftMonth } from '../../parts/month.ts';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { lastDayOf } from '../invoices/months.ts';
import { registerText } from './meter-words.ts';

export function ImportMeters({ buildingId, done }: { readonly buildingId: string; readonly done: () => void }) {
  const { t, format } = useLanguage();
  const [day, setDay] = useState<string>();
  return (
    <ImportTable
      content="meters"
      of={buildingId}
      settings={day ?? ''}
      done={done}
      send={async (table, query) => {
        const params = { path: { id: buildingId }, query: { ...query, ...(day && { installedOn: day }) } };
        const { data } = await unwrap(consoleApi.POST('/buildings/{id}/meters/import', { params, ...asForm(table) }));
        // What was read is of the beginning of the month that is billed first, unless somebody says otherwise.
        if (data.outcomes.every(({ meter }) => meter && meter.initialValue > 0))
          setDay((typed) => typed ?? eveOfLastMonth());
        return data;
      }}
      preview={[
        { title: t.tables.names.apartment, cell: ({ meter }) => meter && (meter.apartment ?? t.meters.main) },
        { title: t.tables.names.type, cell: ({ meter }) => meter && t.meters.types[meter.type] },
        { title: t.tables.names.serialNumber, cell: ({ meter }) => meter?.serialNumber ?? t.common.none },
        {
          title: t.tables.names.initialValue,
          cell: ({ meter }) => meter && registerText(format, meter.initialValue, meter),
          figure: true,
        },
        { title: t.tables.names.digits, cell: ({ meter }) => meter?.digits, figure: true },
        {
          title: t.tables.names.installedOn,
          cell: ({ meter }) => (meter?.installedOn ? format.day(meter.installedOn) : t.common.none),
        },
        {
          title: t.tables.names.verifiedUntil,
          cell: ({ meter }) => (meter?.verifiedUntil ? format.day(meter.verifiedUntil) : t.common.none),
        },
      ]}
    >
      <TextInput
        type="date"
        label={t.meters.initialReadOn}
        description={t.meters.initialReadOnHint}
        max={todayIn()}
        value={day ?? ''}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
    </ImportTable>
  );
}

/** The day before the previous month. */
function eveOfLastMonth(): string {
  return lastDayOf(shiftMonth(currentMonth(), -2));
}
