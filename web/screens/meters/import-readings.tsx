// The import of a building's readings from a table; the button is beside the readings that are missing.
import { Button, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { asForm, consoleApi, unwrap } from '../../api/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { BegunImport, ImportTable } from '../../parts/import-table.tsx';
import { useLanguage } from '../../words/language.tsx';
import { registerText } from './meter-words.ts';

type ImportReadingsProps = {
  readonly buildingId: string;
  /** The day that is proposed. */
  readonly day: string;
};

export function ImportReadings(props: ImportReadingsProps) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t.tables.importReadings}
      </Button>
      <BegunImport
        content="readings"
        of={props.buildingId}
        title={t.tables.importReadings}
        isOpen={opened}
        open={open}
      />
      <Dialog opened={opened} onClose={close} title={t.tables.importReadings} size="xl">
        <ReadingTable {...props} done={close} />
      </Dialog>
    </>
  );
}

function ReadingTable({ buildingId, day, done }: ImportReadingsProps & { readonly done: () => void }) {
  const { t, format } = useLanguage();
  const [readOn, setReadOn] = useState(day);
  return (
    <ImportTable
      content="readings"
      of={buildingId}
      settings={readOn}
      done={done}
      send={async (table, query) => {
        const params = { path: { id: buildingId }, query: { ...query, ...(readOn !== '' && { readOn }) } };
        return (await unwrap(consoleApi.POST('/buildings/{id}/readings/import', { params, ...asForm(table) }))).data;
      }}
      preview={[
        { title: t.tables.names.apartment, cell: ({ reading }) => reading && (reading.apartment ?? t.meters.main) },
        { title: t.tables.names.type, cell: ({ reading }) => reading && t.meters.types[reading.type] },
        {
          title: t.tables.names.value,
          cell: ({ reading }) => reading && registerText(format, reading.value, reading),
          figure: true,
        },
        {
          title: t.meters.consumption,
          cell: ({ reading }) =>
            reading && (
              <>
                {reading.consumption === null ? t.common.none : registerText(format, reading.consumption, reading)}
                {reading.warnings.map(({ code }) => (
                  <Text key={code} fz="xs" c="orange.9">
                    {t.errors.warnings[code]}
                  </Text>
                ))}
              </>
            ),
          figure: true,
        },
        { title: t.tables.names.readOn, cell: ({ reading }) => reading && format.day(reading.readOn) },
      ]}
    >
      <TextInput
        type="date"
        label={t.tables.readOn}
        description={t.tables.readOnHint}
        value={readOn}
        onChange={(event) => setReadOn(event.currentTarget.value)}
      />
    </ImportTable>
  );
}
