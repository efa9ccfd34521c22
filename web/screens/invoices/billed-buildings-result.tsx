// What billing many buildings came to: how many drafts were created and sent, and what was left out, with the reason.
import { Alert, List, Text } from '@mantine/core';
import { problemOfResponse } from '../../api/problem.ts';
import type { BuildingState } from '../../api/shared-queries.ts';
import { ErrorMessage } from '../../parts/error-message.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { BillResult } from './many-buildings.ts';

export function BilledBuildingsResult({
  result,
  all,
  month,
}: {
  readonly result: BillResult;
  readonly all: readonly BuildingState[];
  /** 'YYYY-MM' */
  readonly month: string;
}) {
  const { t } = useLanguage();
  const { created, queued, unreachable, failed, left, unsent, failure } = result;
  const nameOf = (id: string) => all.find(({ buildingId }) => buildingId === id)?.name ?? '';
  const isWhole = failed.length === 0 && failure === undefined;
  return (
    <Alert color={isWhole ? 'pine' : 'yellow'} role="status" icon={<Icon name={isWhole ? 'check' : 'warning'} />}>
      <Text>{t.generate.created({ count: created })}</Text>
      {(queued > 0 || unreachable > 0) && <Text>{t.sending.queued({ count: queued, unreachable })}</Text>}
      {unreachable > 0 && (
        <LinkTo to="/invoices/paper" underline="always">
          {t.paperInvoices.title}
        </LinkTo>
      )}
      {failed.length > 0 && (
        <List size="sm" mt="xs">
          {failed.map(({ buildingId, status, problem }) => (
            <List.Item key={buildingId}>
              <LinkTo to="/invoices/generate" search={{ buildingId, period: month, preview: month }} underline="always">
                {nameOf(buildingId)}
              </LinkTo>
              {': '}
              <ErrorMessage t={t} error={problemOfResponse(problem, new Response(null, { status }))} />
            </List.Item>
          ))}
        </List>
      )}
      {failure !== undefined && (
        <>
          <Text mt="xs" fw={600}>
            {left.length > 0 ? t.billBuildings.notTried({ count: left.length }) : t.lists.notTried({ count: unsent })}
          </Text>
          <ErrorMessage t={t} error={failure} />
        </>
      )}
    </Alert>
  );
}
