// Whose invoices those of a building are, answered in place: the organization's, or another association's, whose
// details are entered in the settings of the building.
import { Group, Text } from '@mantine/core';
import { consoleApi, unwrap } from '../api/client.ts';
import { useIsAllowed, usePerson } from '../api/person.ts';
import { useBuilding } from '../api/shared-queries.ts';
import { useAction } from '../api/use-action.ts';
import { useLanguage } from '../words/language.tsx';
import { ActionButton } from './action-button.tsx';
import { ButtonTo } from './link-to.tsx';
import { ReservedNote } from './reserved-note.tsx';

/** The question, with the names that differ, and its answers. */
export function SenderQuestion({ buildingId }: { readonly buildingId: string }) {
  const { t } = useLanguage();
  const { name } = usePerson().organization;
  const building = useBuilding(buildingId).data;
  const payee = building?.billing.beneficiary;
  return (
    <>
      {payee && <Text fz="sm">{`${building.name}: ${t.sender.openHint({ payee, name })}`}</Text>}
      <SenderAnswers buildingId={buildingId} />
    </>
  );
}

export function SenderAnswers({ buildingId }: { readonly buildingId: string }) {
  const { t } = useLanguage();
  const { name } = usePerson().organization;
  const params = { path: { id: buildingId } };
  const choose = useAction(() => unwrap(consoleApi.DELETE('/buildings/{id}/letterhead', { params })), {
    done: t.sender.byOther({ name }),
  });
  if (!useIsAllowed('manage')) return <ReservedNote task="manage" />;
  return (
    <Group gap="xs" my={4}>
      <ActionButton size="xs" variant="default" action={choose} onClick={() => choose.mutate(undefined)}>
        {name}
      </ActionButton>
      <ButtonTo
        size="xs"
        variant="default"
        to="/buildings/$buildingId"
        params={{ buildingId }}
        search={{ tab: 'settings' }}
        hash="building-sender"
      >
        {t.sender.other}
      </ButtonTo>
    </Group>
  );
}
