// The meters of a building, a new one, and the import of many.
import { Button, Group } from '@mantine/core';
import { api, unwrap } from '../../api/client.ts';
import { growingPageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useApartmentNumbers } from '../../api/shared-queries.ts';
import { AddInDialog } from '../../parts/add-in-dialog.tsx';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { BegunImport } from '../../parts/import-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { useOpenedByLink } from '../../parts/opened-by-link.ts';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { BuildingPicker } from './building-picker.tsx';
import { ImportMeters } from './import-meters.tsx';
import { meterColumns } from './meter-words.ts';
import { NewMeter } from './new-meter.tsx';

export function Meters() {
  return <BuildingPicker>{({ id }) => <MeterTable key={id} buildingId={id} />}</BuildingPicker>;
}

function MeterTable({ buildingId }: { readonly buildingId: string }) {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const meters = usePages(['meters', buildingId, 'listed'], (cursor) =>
    unwrap(api.GET('/meters', { params: { query: { ...growingPageQuery(cursor), buildingId } } })),
  );
  const numbers = useApartmentNumbers([buildingId]);
  const [isImporting, { open, close }] = useOpenedByLink('import-meters');
  const add = mayManage && (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={open}>
        {t.meters.import}
      </Button>
      <AddInDialog label={t.meters.add} form={(done) => <NewMeter buildingId={buildingId} done={done} />} />
    </Group>
  );
  return (
    <Card title={t.meters.tabs.meters} help="mainMeter" flush actions={add}>
      <Dialog opened={isImporting} onClose={close} title={t.meters.import} size="xl">
        <ImportMeters buildingId={buildingId} done={close} />
      </Dialog>
      <BegunImport content="meters" of={buildingId} title={t.meters.import} isOpen={isImporting} open={open} />
      <QueryTable
        query={meters}
        none={<EmptyState icon="meter" title={t.meters.none} next={mayManage && t.emptyLists.meters} />}
        label={t.meters.tabs.meters}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.invoices.apartment,
            cell: ({ id, apartmentId }) => (
              <LinkTo to="/meters/$meterId" params={{ meterId: id }} search={{ buildingId }} fw={600}>
                {apartmentId === null ? t.meters.main : (numbers.get(apartmentId) ?? t.common.none)}
              </LinkTo>
            ),
          },
          ...meterColumns(t, format),
          {
            title: t.meters.verifiedUntil,
            cell: ({ verifiedUntil }) => (verifiedUntil ? format.day(verifiedUntil) : t.common.none),
            wide: true,
          },
        ]}
      />
    </Card>
  );
}
