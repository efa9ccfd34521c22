// What a second organization asks the queries of payments and statements for.

import * as invoiceAccounts from '../../src/payments/account/queries.ts';
import * as books from '../../src/payments/books/queries.ts';
import * as credit from '../../src/payments/credit/queries.ts';
import { newPayment } from '../../src/payments/payments.ts';
import * as payments from '../../src/payments/queries.ts';
import * as refunds from '../../src/payments/refunds/queries.ts';
import * as statements from '../../src/payments/statement/queries.ts';
import * as undone from '../../src/payments/undone-debits-queries.ts';
import { newId } from '../../src/platform/ids.ts';
import { payerIban } from '../statements.ts';
import { hash, now, page, type Questions } from './ground.ts';

export const paymentsQuestions: Questions = (theirs) => {
  const { payment, invoiceId, importId, entryId } = theirs;
  const { amount, currency, paidOn } = payment;
  const apartmentId = String(theirs.apartment.id);
  const receipt = { source: 'statement', amount: 1, currency: 'EUR', paidOn, reason: 'nothing_found' } as const;
  const allocation = {
    id: newId(),
    paymentId: payment.id,
    invoiceId,
    amount: 1,
    matchedBy: 'person',
    evidence: null,
  } as const;
  const entry = {
    ...receipt,
    id: newId(),
    kind: 'csv',
    key: hash.toString('hex'),
    occurrence: 1,
    line: 1,
    statement: 0,
    account: payment.account ?? '',
    amount,
    credit: true,
    bookedOn: paidOn,
    bankId: 'canary',
    batchId: null,
    batchAmount: null,
    endToEndId: 'canary',
    transactionId: null,
    orderNumber: null,
    references: [],
    text: 'mine',
    payerName: null,
    payerIban,
    reversal: false,
    hold: null,
  };
  return {
    insertCredit: (s) =>
      credit.insertCredit(s, { id: newId(), invoiceId, number: '', apartmentId, amount: 1, currency, paidOn }),
    findWorth: (s) => credit.findWorth(s, [invoiceId]),
    findCreditPayment: (s) => credit.findCreditPayment(s, invoiceId),
    findRefunds: (s) => refunds.findRefunds(s, payment.id),
    findRefund: (s) => refunds.findRefund(s, theirs.refundId),
    insertRefund: (s) =>
      refunds.insertRefund(s, 'mine', {
        id: newId(),
        paymentId: payment.id,
        amount: 1,
        refundedOn: paidOn,
        note: null,
        createdAt: now,
      }),
    undoRefund: (s) => refunds.undoRefund(s, 'mine', theirs.refundId),
    lockMoney: (s) => payments.lockMoney(s),
    insertPayments: (s) => payments.insertPayments(s, [{ ...newPayment(now, receipt), bankEntryId: entryId }]),
    lockPayment: (s) => payments.lockPayment(s, payment.id),
    findPayments: (s) => payments.findPayments(s, [payment.id]),
    listPayments: (s) => payments.listPayments(s, { buildingId: theirs.building.id }, page),
    insertAllocations: (s) => payments.insertAllocations(s, 'service', [allocation]),
    addAllocated: (s) => payments.addAllocated(s, [allocation]),
    findAllocations: (s) => payments.findAllocations(s, { paymentId: payment.id }),
    undoAllocations: async (s) => {
      const standing = await payments.findAllocations(s, { invoiceId });
      await payments.undoAllocations(s, [...standing.map((one) => one.id), payment.id], 'service', 'person');
      return standing;
    },
    updatePayment: (s) => payments.updatePayment(s, { ...payment, reason: 'undone' }),
    findCredit: (s) => payments.findCredit(s, [apartmentId]),
    findSamePayments: (s) =>
      payments.findSamePayments(s, { source: 'statement', amount, currency, from: '2000-01-01', to: '2099-01-01' }),
    findNoted: (s) => payments.findNoted(s, { references: [], numbers: [], apartments: [apartmentId] }),
    buildingExists: (s) => payments.buildingExists(s, theirs.building.id),
    findImport: (s) => statements.findImport(s, theirs.sha256),
    insertImport: (s) => statements.insertImport(s, newId(), hash),
    updateImport: (s) => statements.updateImport(s, importId, 'csv', {}),
    hasImports: (s) => statements.hasImports(s),
    findAccounts: (s) => statements.findAccounts(s),
    insertEntries: (s) => statements.insertEntries(s, importId, [entry]),
    findBatches: (s) => statements.findBatches(s, newId(), ['canary']),
    replacePayments: (s) => statements.replacePayments(s, [payment.id]),
    findNamed: (s) => statements.findNamed(s, newId()),
    findKeyed: (s) => statements.findKeyed(s, newId(), [entry.key]),
    findBeside: (s) => statements.findBeside(s, newId(), [{ entry, account: entry.account }]),
    findTakenBack: async (s) => [...(await statements.findTakenBack(s, newId(), [entry]))],
    findUndoable: (s) => undone.findUndoable(s, [entry]),
    findUnseen: (s) => statements.findUnseen(s, [amount]),
    linkEntries: (s) => statements.linkEntries(s, [{ paymentId: payment.id, entry }]),
    learnPayers: (s) => statements.learnPayers(s, [payment.id]),
    findPlaces: (s) => statements.findPlaces(s, [String(theirs.apartment.referenceNumber)]),
    findPayers: (s) => statements.findPayers(s, [payerIban]),
    findReversed: (s) => statements.findReversed(s, entry),
    findNear: (s) =>
      statements.findNear(s, {
        amount: theirs.invoice.amount,
        currency,
        account: null,
        references: [theirs.invoice.reference],
        numbers: [theirs.invoice.number],
        apartments: [apartmentId],
        names: ['mari'],
      }),
    rehearse: (s) => statements.rehearse(s),
    forgetPlans: (s) => statements.forgetPlans(s),
    endRehearsal: async (s) => {
      await statements.rehearse(s);
      await statements.endRehearsal(s);
    },
  };
};

export const accountQuestions: Questions = ({ invoiceId }) => ({
  findOthers: (s) => invoiceAccounts.findOthers(s, invoiceId),
  findMoney: (s) => invoiceAccounts.findMoney(s, invoiceId),
  findAccount: (s) => invoiceAccounts.findAccount(s, invoiceId, [invoiceId], []),
});

export const booksQuestions: Questions = (theirs) => {
  const apartmentId = String(theirs.apartment.id);
  const days = { from: '2020-01-01', to: '2030-01-01' };
  return {
    findAged: (s) => books.findAged(s, undefined, [{ timeZone: 'Europe/Tallinn', today: '2030-01-01' }]),
    balanceBefore: (s) => books.balanceBefore(s, apartmentId, 'EUR', '2030-01-01'),
    findEntries: (s) => books.findEntries(s, apartmentId, 'EUR', days),
  };
};
