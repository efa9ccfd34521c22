// The link from an error or a delivery to its request in the request log, for owners, who may read it.
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { personQuery } from '../api/person.ts';
import { useLanguage } from '../words/language.tsx';

/** A plain link: errors are also shown outside the screens, where there are no other links. */
export function RequestLogLink({ requestId }: { readonly requestId: string }) {
  const { t } = useLanguage();
  const person = useQuery({ ...personQuery, enabled: false }).data;
  if (person?.role !== 'owner') return null;
  return (
    <Anchor fz="xs" display="block" href={`/console/settings/requests?requestId=${encodeURIComponent(requestId)}`}>
      {t.requestLog.show}
    </Anchor>
  );
}
