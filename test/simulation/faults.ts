// The faults that `npm run simulate -- --planted-faults` plants, one at a time: in `file`, `find` becomes `replace`.
// The simulation must find each of them.

import type { PlantedFault } from '../plant-fault.ts';

const inFile = (file: string, ...edits: readonly (readonly [find: string, replace: string])[]): PlantedFault[] =>
  edits.map(([find, replace]) => ({ file: `src/${file}`, find, replace }));

export const faults: readonly PlantedFault[] = [
  ...inFile(
    'charging/split-amount.ts',
    ['for (const part of byCutOff.slice(0, left)) part.extra = true;', ''],
    ['Number(b.cutOff - a.cutOff)', 'Number(a.cutOff - b.cutOff)'],
  ),
  ...inFile(
    'platform/values/decimal.ts',
    ['if (!halfOrMore) return quotient;', 'return quotient;'],
    [
      'return Number(divideRounded(BigInt(cents) * percent.units, powerOfTen(percent.scale + 2)));',
      'return Math.floor(Number(BigInt(cents) * percent.units) / Number(powerOfTen(percent.scale + 2)));',
    ],
  ),
  ...inFile(
    'charging/tariffs.ts',
    [
      'const until = tariffs.filter(({ from }) => from <= day);',
      'const until = tariffs.filter(({ from }) => from < day);',
    ],
    ['tariff.vatRate !== undefined)?.vatRate ?? vatRate', 'tariff.vatRate === undefined)?.vatRate ?? vatRate'],
  ),
  ...inFile(
    'charging/metered/segments.ts',
    ['if (credited === 0 || due === billed) return due - billed;', 'if (credited === 0) return due;'],
    ['billed: parts.reduce((all, part) => all + part.quantity, 0n),', 'billed: 0n,'],
  ),
  ...inFile(
    'metering/counted-total.ts',
    ['if (lastKnown !== undefined && lastKnown.day >= until) return total;', 'return total;'],
    ['before.counted + countForward(before.shows, shows, history)', 'before.counted + (shows - before.shows)'],
    ['const point = on(day) ?? on(addDays(day, 1));', 'const point = on(addDays(day, 1));'],
    ['BigInt(daysBetween(from.day, day))) / span', 'BigInt(daysBetween(from.day, day) + 1)) / span'],
  ),
  ...inFile(
    'metering/readings.ts',
    ["await queries.decideReading(scope, id, { status: 'confirmed', by: callerId(scope.caller), reason: null });", ''],
    ["raiseEvent(scope, waits ? 'reading.submitted' : 'reading.confirmed'", "raiseEvent(scope, 'reading.confirmed'"],
    ["status: waits ? 'submitted' : 'confirmed',", "status: 'confirmed',"],
  ),
  ...inFile('invoicing/due-date.ts', [
    'while (!isWorkingDay(day, term.country)) day = addDays(day, 1);',
    'if (!isWorkingDay(day, term.country)) day = addDays(day, 1);',
  ]),
  ...inFile('invoicing/invoice-number.ts', ['series}`, count);', 'series}`, count + 1);']),
  ...inFile('invoicing/overdue.ts', [
    "await raiseEventBatch(scope, 'invoice.overdue', events);",
    "await raiseEventBatch(scope, 'invoice.overdue', [...events, ...events]);",
  ]),
  ...inFile(
    'invoicing/invoice-queries.ts',
    ['and i.overdue_event_due_date is distinct from i.due_date', ''],
    [
      "status = case when i.status = 'paid' then coalesce(i.status_when_unpaid, 'sent') else i.status end",
      "status = case when i.status = 'paid' then 'sent' else i.status end",
    ],
    [
      "status = case when i.amount_paid + p.amount = i.amount then 'paid' else i.status end,",
      "status = case when i.amount_paid + p.amount >= i.amount - 1 then 'paid' else i.status end,",
    ],
  ),
  ...inFile(
    'invoicing/invoices.ts',
    [
      "if (after.status === 'cancelled' && (await isCorrected(scope, id)))",
      "if (after.status === 'draft' && (await isCorrected(scope, id)))",
    ],
    ['reverseLedgerRows(scope, id)', ''],
    [
      "if (after.status === 'paid' && before.status !== 'paid')",
      "if (after.status === 'paid' && before.status === 'sent')",
    ],
  ),
  ...inFile('invoicing/invoice-payments.ts', ['const ofInvoices = paid.map(', 'const ofInvoices = paid.slice(1).map(']),
  ...inFile('invoicing/one-off-charge-queries.ts', ['set invoice_id = t.invoice_id, updated_at', 'set updated_at']),
  ...inFile(
    'invoicing/visibility-queries.ts',
    ["i.status <> 'draft' and (i.status", '(i.status'],
    ["(i.status <> 'cancelled' or i.sent_at is not null) and ", ''],
  ),
  ...inFile('residents/residency-day-queries.ts', ['} <= $', '} is distinct from $']),
  ...inFile('residents/payers.ts', [
    'since <= periodEnd && (until === null || until >= periodStart)',
    'since < periodEnd && (until === null || until >= periodStart)',
  ]),
  ...inFile('charging/payer-shares.ts', [
    'const cents = splitAmount(whole.amount, weights);',
    'const cents = splitAmount(whole.amount - 1, weights);',
  ]),
  ...inFile('invoicing/corrections/credit-note.ts', [
    'percentOf(before + cents, rate) - vatBefore',
    'percentOf(cents, rate)',
  ]),
  ...inFile('payments/split-oldest-first.ts', ['a.dueDate < b.dueDate ? -1 : 1', 'a.dueDate < b.dueDate ? 1 : -1']),
  ...inFile(
    'payments/allocate-payment.ts',
    [".filter(({ payment }) => payment.source !== 'credit')", ''],
    ['item.balance -= part;', ''],
    [' || !isFromPayerOf(creditInvoiceId ?? payment.id, item.id)', ''],
    ['if (item.iban !== null && payment.iban !== null && item.iban !== payment.iban) continue;', ''],
    ['await undoInvoicePayments(scope, undone);', ''],
    ['const alone = payment.allocated === payment.amount && payment.refunded === 0;', 'const alone = true;'],
  ),
  ...inFile(
    'payments/manual-decisions.ts',
    ['await applyCreditOfApartment(scope, after.apartmentId);', ''],
    ['if (after.amount < 0) await withdrawCredit(scope, id);', ''],
    ['const amount = invoice.amount - paidBefore;', 'const amount = invoice.amount;'],
    ["if (status !== 'paid' || sentAt !== null) return false;", "if (status !== 'paid') return false;"],
    ['return owed.every((item) => item.id === paid.id);', 'return true;'],
    ["status: isGone ? 'reversed' : payment.status,", 'status: payment.status,'],
    ["if (before.refunded > 0) throw matchRejected('Part of this payment was refunded. Undo the refund first.');", ''],
  ),
  ...inFile('payments/refunds.ts', ['if (amount <= 0 || amount > left)', 'if (amount <= 0 || amount > left + 1)']),
  ...inFile('payments/enter-payment.ts', ["inCash: method === 'cash',", 'inCash: false,']),
  ...inFile(
    'payments/statements/import/decide-credits.ts',
    ['return exact.length === 1 ? exact : open;', 'return open;'],
    ['if (first.balance !== credit.amount)', 'if (first.balance < credit.amount)'],
    [
      "return { kind: 'wait', reason: 'nothing_open', evidence, apartmentId: apartment.apartmentId };",
      "return { kind: 'wait', reason: 'nothing_open', evidence, apartmentId: null };",
    ],
    [
      'for (const part of decision.parts) index.take(part.invoiceId, part.amount);',
      'for (const part of decision.parts) index.take(part.invoiceId, 0);',
    ],
  ),
  ...inFile('payments/statements/import/unshown-payments.ts', [
    'manual: { before: 10, after: 10 }',
    'manual: { before: 1, after: 1 }',
  ]),
  ...inFile('payments/statements/import/reverse-returns.ts', [
    'return found.size === 1 ?',
    'return found.size === 2 ?',
  ]),
  ...inFile('payments/statements/import/recognise-queries.ts', [
    'update staged_entries s set duplicate = true, stored_id = e.id',
    'update staged_entries s set duplicate = false, stored_id = e.id',
  ]),
  ...inFile('http/idempotency.ts', ['if (storedResponse !== undefined) return storedResponse;', '']),
  ...inFile('accounting/month-end-queries.ts', [
    "coalesce(-sum(amount) filter (where in_range and kind in ('payment', 'returned')), 0)::bigint as received,",
    "coalesce(-sum(amount) filter (where kind = 'payment'), 0)::bigint / 2 as received,",
  ]),
  ...inFile('webhooks/signatures.ts', [".update(body).digest('hex')", ".update(body).digest('hex').slice(1)"]),
  ...inFile('platform/db/events.ts', [
    '    raised\n      .filter(({ type }) => events.includes(type))',
    '    raised.slice(0, 2)\n      .filter(({ type }) => events.includes(type))',
  ]),
];
