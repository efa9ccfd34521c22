// Console API: the charges of an invoice beside the period before and the building's average, and who would get it.
import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Amount, Day, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { comparedPeriods, compareInvoice } from '../../invoicing/compare-invoice.ts';
import { getInvoice } from '../../invoicing/invoices.ts';
import { listInvoiceReceivers } from '../../invoicing/sending/sending-queries.ts';
import { withAmounts } from '../../platform/values/money.ts';

const figure = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

const PeriodFiguresBody = Type.Object({
  period: OneOf(['current', ...comparedPeriods]),
  periodStart: Day,
  amount: Amount('Net.', 42.5),
  vatAmount: Amount('The VAT on it.', 10.2),
  vatRate: figure('The VAT rate, in percent; null where there are several.'),
  quantity: figure('What was used; null if the charge does not say.'),
  unit: Nullable(Type.String({ examples: ['MWh'] })),
  ofBuilding: Type.Boolean({
    description: 'Whether the quantity is that of the whole building, by its supplier bill.',
  }),
  isRemainder: Type.Boolean({
    description: 'Whether the quantity is what the main meters counted beyond those of the apartments.',
  }),
  unitPrice: figure(
    'The price of one unit of the quantity, without VAT, not rounded; null if it is not known, or there are several.',
  ),
});

const comparison = operation({
  name: 'compareInvoice',
  route: 'GET /invoices/:id/comparison',
  summary: 'Compare the charges of an invoice',
  description:
    'Each charge without VAT (at zero what only the period before has), beside the invoices of the apartment for the period before and for the same period a year ago, and the average of the building’s apartments that pay it in the same period: per apartment, or per m² if the charge is divided by area. Residents see an average only of at least five apartments.',
  permission: 'invoices:read',
  rules: ['unlogged'],
  responses: showsData(
    'Each charge, in the order of the invoice.',
    Type.Array(
      Type.Object({
        code: Type.String({ examples: ['heating'] }),
        description: Type.String({ examples: ['Küte'] }),
        amount: Type.Number({ examples: [42.5] }),
        previous: figure('The amount for the period before; null if there is none.'),
        average: figure('The average per apartment; null if it is not shown.'),
        areaPrice: figure('The amount per m²; null if the charge is not divided by area.'),
        previousAreaPrice: figure(
          'That of the period before; null if the charge was not divided by area, or not at one price for the whole period.',
        ),
        averageAreaPrice: figure('The average per m²; null if it is not shown.'),
        periods: Type.Array(PeriodFiguresBody, { description: 'What is known of the three periods, oldest first.' }),
        since: { ...Day, description: 'The first day of the first invoice with the charge.' },
      }),
    ),
  ),
  openPoints: ['P-99'],
  handle: async (scope, { params: { id = '' } }) => {
    const charges = await compareInvoice(scope, id);
    return okResponse(
      charges.map(({ periods, ...charge }) => ({
        ...withAmounts(charge, 'amount', 'previous', 'average'),
        periods: periods.map((period) => withAmounts(period, 'amount', 'vatAmount')),
      })),
    );
  },
});

const recipients = operation({
  name: 'listIntendedRecipients',
  route: 'GET /invoices/:id/intended-recipients',
  summary: 'List who would get an invoice',
  description:
    'The people who receive invoices of the apartment and to whom this one belongs, as of now. Who has no e-mail address gets it on paper. Empty: nobody receives it.',
  permission: 'invoices:send',
  responses: showsData(
    'The people, owners first.',
    Type.Array(
      Type.Object({
        name: Type.String({ examples: ['Mari Tamm'] }),
        email: Nullable(Type.String({ examples: ['mari@example.org'] })),
      }),
    ),
  ),
  openPoints: ['P-37'],
  handle: async (scope, { params: { id = '' } }) => {
    await getInvoice(scope, id);
    return okResponse((await listInvoiceReceivers(scope, [id])).map(({ name, email }) => ({ name, email })));
  },
});

export const invoiceComparisonOperations = tagged('Invoices', [comparison, recipients]);
