// What a hand-over will do, as the service reports it: who pays which days, the balance, and a summary with the button
// that records it.
import { Alert, List, Stack, Text } from '@mantine/core';
import type { ConsolePostBody } from '../../api/bodies.ts';
import { type Action, ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { useLanguage } from '../../words/language.tsx';

type HandOverPreview = ConsolePostBody<'/buildings/{id}/apartments/{aptId}/hand-overs'>['data'];

export function HandOverPayers({
  preview: { effects },
  unread,
}: {
  readonly preview: HandOverPreview;
  /** The number of meters without a reading of the day. */
  readonly unread: number;
}) {
  const { t, format } = useLanguage();
  return (
    <Card title={t.handOver.payers} help="payerPeriod">
      <Stack gap="xs">
        <Text>{t.handOver.payersLead}</Text>
        <List>
          {effects.payers.map(({ periodStart, periodEnd, names }) => (
            <List.Item key={periodStart}>
              {t.handOver.pays({
                from: format.day(periodStart),
                to: format.day(periodEnd),
                people: names.join(', ') || t.handOver.unknownPayer,
              })}
            </List.Item>
          ))}
        </List>
        {unread > 0 && <Text>{t.handOver.unread({ count: unread })}</Text>}
        {effects.invoiced.length > 0 && (
          <Alert color="yellow">{t.handOver.invoiced({ numbers: effects.invoiced.join(', ') })}</Alert>
        )}
      </Stack>
    </Card>
  );
}

export function HandOverBalance({
  preview: { effects },
  apartment: { id, buildingId },
}: {
  readonly preview: HandOverPreview;
  readonly apartment: { readonly id: string; readonly buildingId: string };
}) {
  const { t, format } = useLanguage();
  const money = (amount: number) => format.money(amount, effects.currency);
  return (
    <Card title={t.handOver.balance}>
      <Stack gap="xs" align="flex-start">
        <Text>{effects.owed > 0 ? t.handOver.owed({ amount: money(effects.owed) }) : t.handOver.owesNothing}</Text>
        {effects.credit > 0 && <Text>{t.handOver.credit({ amount: money(effects.credit) })}</Text>}
        <LinkTo to="/receivables/$buildingId/$apartmentId" params={{ buildingId, apartmentId: id }}>
          {t.apartmentPage.statement}
        </LinkTo>
      </Stack>
    </Card>
  );
}

export function HandOverSummary({
  lines,
  confirm,
}: {
  readonly lines: readonly string[];
  readonly confirm: Action & { readonly mutate: () => void };
}) {
  const { t } = useLanguage();
  return (
    <Card title={t.handOver.summary}>
      <Stack align="flex-start">
        <List>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <ActionButton action={confirm} onClick={() => confirm.mutate()}>
          {t.handOver.confirm}
        </ActionButton>
      </Stack>
    </Card>
  );
}
