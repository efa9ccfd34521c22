// The links below a failure: to where its cause is removed, or, where the service is at fault, to the request log.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { personQuery } from '../api/person.ts';
import type { ApiProblem } from '../api/problem.ts';
import { useLanguage } from '../words/language.tsx';
import { LinkTo } from './link-to.tsx';
import { RequestLogLink } from './request-log-link.tsx';

export function ErrorLinks({ problem: { code, requestId, status } }: { readonly problem: ApiProblem }) {
  return (
    <>
      <FixLink code={code} />
      {requestId && status >= 500 && <RequestLogLink requestId={requestId} />}
    </>
  );
}

/** The way to where a person removes the cause of a failure. Nothing for a cause that is beside it. */
function FixLink({ code }: { readonly code: string }) {
  const { t } = useLanguage();
  const person = useQuery({ ...personQuery, enabled: false }).data;
  const looks = { display: 'block', fz: 'inherit', c: 'inherit', underline: 'always' } as const;
  if (code === 'second_factor_missing')
    return (
      <LinkTo to="/account" {...looks}>
        {t.account.title}
      </LinkTo>
    );
  if (code !== 'e_invoice_incomplete' || person === undefined) return null;
  if (person.role !== 'owner')
    return (
      <Text span display="block" fz="inherit">
        {t.common.reserved.own}
      </Text>
    );
  return (
    <LinkTo to="/settings/$part" params={{ part: 'organization' }} hash="sender-details" {...looks}>
      {t.sender.title}
    </LinkTo>
  );
}
