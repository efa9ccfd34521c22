// The manual choice of an invoice where no suggestion is right: first the apartment, then one of its open invoices.
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { api, unwrap } from '../../api/client.ts';
import { pageQuery, useAll } from '../../api/pages.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { ChooseApartment } from '../residents/choose-apartment.tsx';
import type { FoundPaymentBody } from './payment-status.tsx';
import { Suggestion } from './suggestion.tsx';

type ChooseInvoiceProps = {
  readonly payment: FoundPaymentBody;
  readonly match: (invoiceId: string) => void;
  readonly busy: boolean;
};

export function ChooseInvoice(choosing: ChooseInvoiceProps) {
  const { t } = useLanguage();
  const [apartmentId, choose] = useState<string>();
  return (
    <Stack gap="xs" component="section" aria-label={t.payments.chooseApartment}>
      <Text fw={600}>{t.payments.chooseApartment}</Text>
      <ChooseApartment chosen={apartmentId} choose={choose} account={choosing.payment.account} />
      {apartmentId && <OpenInvoices apartmentId={apartmentId} {...choosing} />}
    </Stack>
  );
}

function OpenInvoices({ apartmentId, payment, match, busy }: ChooseInvoiceProps & { readonly apartmentId: string }) {
  const { t, format } = useLanguage();
  const invoices = useAll(['invoices', 'of', apartmentId], (cursor) =>
    unwrap(api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 500), apartmentId, sort: 'dueDate' } } })),
  );
  return (
    <QueryContent query={invoices}>
      {(all) => {
        const open = all.filter(
          ({ status, balance, currency }) =>
            (status === 'sent' || status === 'draft') && balance > 0 && currency === payment.currency,
        );
        if (open.length === 0) return <Text c="dimmed">{t.payments.noOpenInvoices}</Text>;
        return open.map((item) => (
          <Suggestion
            key={item.id}
            name={item.number}
            about={[
              format.month(item.periodStart),
              item.recipients.map(({ name }) => name).join(', '),
              `${t.invoices.balance}: ${format.money(item.balance, item.currency)}`,
            ].filter(Boolean)}
            label={t.payments.match({
              amount: format.money(Math.min(item.balance, payment.unallocated), item.currency),
            })}
            match={() => match(item.id)}
            busy={busy}
          />
        ));
      }}
    </QueryContent>
  );
}
