// Exports for bookkeeping of one building and month: the ledger, and e-invoices for an operator.
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../api/client.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icons.tsx';
import { NoBuilding } from '../../parts/no-building.tsx';
import { showFailure } from '../../parts/notifications.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { isInvalidMonth, lastDayOf, monthBefore } from '../invoices/months.ts';

type ExportBuilding = { readonly id: string; readonly name: string };

/** The files: the end of the address, the query parameters of the days, and the end of the file name. */
const files = {
  ledger: { days: ['periodStart', 'periodEnd'], ending: 'csv' },
  'e-arve': { days: ['dateFrom', 'dateTo'], ending: 'xml' },
  ubl: { days: ['dateFrom', 'dateTo'], ending: 'zip' },
} as const;
type ExportFile = keyof typeof files;
const kinds = Object.keys(files) as ExportFile[];

export function Exports() {
  const { t } = useLanguage();
  const buildings = useBuildings();
  return (
    <Page title={t.exports.title} lead={<Text c="dimmed">{t.exports.lead}</Text>}>
      <QueryContent query={buildings}>
        {([first, ...others]) => (first === undefined ? <NoBuilding /> : <ExportForm buildings={[first, ...others]} />)}
      </QueryContent>
    </Page>
  );
}

function ExportForm({ buildings }: { readonly buildings: readonly [ExportBuilding, ...ExportBuilding[]] }) {
  const { t } = useLanguage();
  const [chosen, choose] = useState(buildings[0].id);
  const [month, setMonth] = useState(() => monthBefore(new Date()));
  const save = useMutation({
    mutationFn: (file: ExportFile) => {
      const { days, ending } = files[file];
      const query = new URLSearchParams({ [days[0]]: `${month}-01`, [days[1]]: lastDayOf(month) });
      return saveFile(`/console/api/buildings/${chosen}/${file}?${query}`, `${file}-${month}.${ending}`);
    },
    onError: (error) => showFailure(t, error),
  });
  return (
    <Card>
      <Stack gap="lg">
        <Group>
          <Select
            label={t.invoices.building}
            allowDeselect={false}
            searchable
            w="16rem"
            data={buildings.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={(id) => choose(id ?? buildings[0].id)}
          />
          <TextInput
            type="month"
            label={t.exports.month}
            required
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
        </Group>
        {kinds.map((file) => (
          <Group key={file} justify="space-between" gap="xs">
            <div>
              <Text fw={600}>{t.exports.names[file]}</Text>
              <Text fz="sm" c="dimmed">
                {t.exports.leads[file]}
              </Text>
            </div>
            <Button
              variant="default"
              leftSection={<Icon name="download" size={16} />}
              disabled={isInvalidMonth(month)}
              loading={save.isPending && save.variables === file}
              onClick={() => save.mutate(file)}
              aria-label={t.exports.save({ name: t.exports.names[file] })}
            >
              {t.exports.download}
            </Button>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
