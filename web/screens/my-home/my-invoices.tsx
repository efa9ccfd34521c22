// A resident's invoices, the latest first.
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type OwnInvoiceBody, useOwnInvoices } from '../../api/resident-queries.ts';
import { Card } from '../../parts/card.tsx';
import { ButtonTo, LinkTo } from '../../parts/link-to.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { InvoiceStatus } from '../invoices/invoice-status.tsx';
import classes from './my-home.module.css';

/** A year of months. */
const atOnce = 12;

export function MyInvoices() {
  const { t } = useLanguage();
  const invoices = useOwnInvoices();
  const [shown, setShown] = useState(atOnce);
  const statement = (
    <ButtonTo size="xs" variant="default" to="/own/account">
      {t.common.nav.myAccount}
    </ButtonTo>
  );
  return (
    <Card title={t.residentHome.invoices} flush actions={statement}>
      <QueryContent query={invoices}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="invoice" title={t.residentHome.noInvoices} next={t.emptyLists.myInvoices} />
          ) : (
            all.slice(0, shown).map((item) => <InvoiceLine key={item.id} invoice={item} />)
          )
        }
      </QueryContent>
      <LoadMore
        query={{
          hasNextPage: (invoices.data?.length ?? 0) > shown,
          fetchNextPage: () => setShown(shown + atOnce),
        }}
      />
    </Card>
  );
}

function InvoiceLine({ invoice }: { readonly invoice: OwnInvoiceBody }) {
  const { format } = useLanguage();
  const { id, number, periodStart, amount, currency } = invoice;
  return (
    <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: id }} className={classes.line} underline="never">
      <div>
        <Text fw={600}>{format.month(periodStart)}</Text>
        <Text fz="sm" c="dimmed">
          {number}
        </Text>
      </div>
      <Group gap="xs" justify="flex-end">
        <InvoiceStatus invoice={invoice} />
        <Text style={{ whiteSpace: 'nowrap' }}>{format.money(amount, currency)}</Text>
      </Group>
    </LinkTo>
  );
}
