// The payment and statement queries that a second organization tries on the first one's data.
import assert from 'node:assert/strict';
import * as apartmentLists from '../../src/accounting/apartment-list-queries.ts';
import * as bankAccounts from '../../src/accounting/bank-account-queries.ts';
import * as invoiceBalances from '../../src/accounting/invoice-balance-queries.ts';
import * as monthEnd from '../../src/accounting/month-end-queries.ts';
import * as plans from '../../src/accounting/payment-plan-queries.ts';
import * as books from '../../src/accounting/receivables-queries.ts';
import * as credit from '../../src/payments/apartment-credit-queries.ts';
import * as payments from '../../src/payments/payment-queries.ts';
import * as searching from '../../src/payments/payment-search-queries.ts';
import { makePayment } from '../../src/payments/payments.ts';
import * as refunds from '../../src/payments/refund-queries.ts';
import * as balances from '../../src/payments/statements/balance-queries.ts';
import * as comparison from '../../src/payments/statements/import/comparison-queries.ts';
import * as progress from '../../src/payments/statements/import/import-progress-queries.ts';
import * as recognising from '../../src/payments/statements/import/recognise-queries.ts';
import * as reversals from '../../src/payments/statements/import/reversal-credit-queries.ts';
import * as staging from '../../src/payments/statements/import/staging-queries.ts';
import * as profiles from '../../src/payments/statements/own-profiles-queries.ts';
import * as returns from '../../src/payments/statements/return-queries.ts';
import * as statements from '../../src/payments/statements/statement-queries.ts';
import type { Scope } from '../../src/platform/db/scope.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { account as ownAccount, payerIban } from '../statement-samples.ts';
import { type FirstOrganization, hash, now, page, type TenancyQueries } from './two-organizations.ts';

export const paymentsQueries: TenancyQueries = (theirs) => {
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
  return {
    insertCreditPayment: (s) =>
      credit.insertCreditPayment(s, { id: newId(), invoiceId, number: '', apartmentId, amount: 1, currency, paidOn }),
    findInvoiceCredits: (s) => credit.findInvoiceCredits(s, [invoiceId]),
    findCreditPayment: (s) => credit.findCreditPayment(s, invoiceId),
    findRefunds: (s) => refunds.findRefunds(s, payment.id),
    findRefund: (s) => refunds.findRefund(s, theirs.refundId),
    findUnshownTransfers: (s) => refunds.findUnshownTransfers(s, { transferId: theirs.refundId }),
    linkTransfers: (s) => refunds.linkTransfers(s, [{ transferId: theirs.refundId, bankEntryId: entryId }]),
    unlinkTransfer: (s) => refunds.unlinkTransfer(s, entryId),
    insertRefunds: (s) =>
      refunds.insertRefunds(s, 'mine', [
        {
          id: newId(),
          transferId: newId(),
          paymentId: payment.id,
          amount: 1,
          refundedOn: paidOn,
          note: null,
          createdAt: now,
        },
      ]),
    undoRefund: (s) => refunds.undoRefund(s, 'mine', theirs.refundId),
    insertPayments: (s) => payments.insertPayments(s, [{ ...makePayment(now, receipt), bankEntryId: entryId }]),
    lockPayment: (s) => payments.lockPayment(s, payment.id),
    findPayments: (s) => payments.findPayments(s, [payment.id]),
    listPayments: (s) => payments.listPayments(s, { buildingId: theirs.building.id }, page),
    paymentColumns: (s) =>
      s.db`select ${payments.paymentColumns(s.db)} from payments p where p.tenant_id = ${s.caller.tenantId} and p.id = ${payment.id}`,
    allocationsOf: (s) =>
      s.db`select ${payments.allocationsOf(s)} from payments p where p.tenant_id = ${s.caller.tenantId} and p.id = ${payment.id}`,
    isJointPayment: (s) =>
      s.db`select ${payments.isJointPayment(s)} from payments p where p.tenant_id = ${s.caller.tenantId} and p.id = ${payment.id}`,
    isOfBuilding: (s) =>
      s.db`select p.id from payments p where p.tenant_id = ${s.caller.tenantId} and ${payments.isOfBuilding(s, theirs.building.id)}`,
    findPayingApartment: (s) => payments.findPayingApartment(s, apartmentId),
    listPaymentsMatching: (s) =>
      searching.listPaymentsMatching(
        s,
        { invoiceId, buildingId: theirs.building.id },
        { terms: [{ word: 'mari', pattern: '%mari%', cents: amount }], maxRead: 10 },
        page,
      ),
    sumPaymentsMatching: (s) =>
      searching.sumPaymentsMatching(s, { buildingId: theirs.building.id, apartmentId }, { terms: [], maxRead: 10 }, 10),
    insertAllocations: (s) => payments.insertAllocations(s, 'service', [allocation]),
    addAllocated: (s) => payments.addAllocated(s, [allocation]),
    findAllocations: (s) => payments.findAllocations(s, { paymentId: payment.id }),
    findInvoicesOfPayment: (s) => payments.findInvoicesOfPayment(s, payment.id),
    findPrepaidAmount: (s) => payments.findPrepaidAmount(s, payment.id),
    undoAllocations: async (s) => {
      const standing = await payments.findAllocations(s, { invoiceId });
      await payments.undoAllocations(s, [...standing.map((item) => item.id), payment.id], 'service', 'person');
      return standing;
    },
    findReversedAllocations: (s) => payments.findReversedAllocations(s, payment.id),
    updatePayment: (s) => payments.updatePayment(s, { ...payment, reason: 'undone' }),
    learnWords: (s) => payments.learnWords(s, payment.id, 'mari: korter 7'),
    lockAvailableCredit: (s) => payments.lockAvailableCredit(s, [apartmentId]),
    lockSamePayments: (s) =>
      payments.lockSamePayments(s, { source: 'statement', amount, currency, from: '2000-01-01', to: '2099-01-01' }),
    findManualPayments: (s) => payments.findManualPayments(s, [apartmentId]),
    findImport: (s) => statements.findImport(s, theirs.sha256),
    insertImport: (s) => statements.insertImport(s, newId(), hash),
    updateImport: (s) => statements.updateImport(s, importId, 'csv', {}),
    hasOtherImports: (s) => statements.hasOtherImports(s, newId()),
    findOwnAccounts: (s) => statements.findOwnAccounts(s),
    statementsIn: (s) => s.db`${balances.statementsIn(s)}`,
    entryCounts: (s) =>
      s.db`select e.id from bank_entries e where e.tenant_id = ${s.caller.tenantId} and ${balances.entryCounts(s)}`,
    findKnownClosings: (s) =>
      balances.findKnownClosings(s, [ownAccount.slice(-8), ''], { from: '2020-01-01', to: '2030-01-01' }, 10),
    countNewBalances: async (s) => {
      const day = '2026-11-01';
      const statement = {
        account: ownAccount,
        currency,
        from: day,
        to: day,
        opening: 0,
        openingOn: day,
        closing: 1,
        net: 1,
      };
      assert.equal(await balances.countNewBalances(s, [{ ...statement, closesFlipped: false }]), 1);
    },
    sumEntriesBetween: async (s) => {
      const [net] = await balances.sumEntriesBetween(s, [
        { account: ownAccount, currency, after: '2020-01-01', until: '2030-01-01' },
      ]);
      return net === 0 ? [] : [net];
    },
    replacePayments: (s) => statements.replacePayments(s, [payment.id]),
    findNamedAccounts: (s) => statements.findNamedAccounts(s, 10),
    findPaymentReturns: (s) => returns.findPaymentReturns(s, false, 10),
    findPaymentReturn: (s) => returns.findPaymentReturn(s, theirs.returnId),
    findReturnedNames: (s) => returns.findReturnedNames(s, [theirs.returnId]),
    findReturnCandidates: (s) => returns.findReturnCandidates(s, [theirs.returnId], []),
    findRefundableRests: (s) => returns.findRefundableRests(s, [theirs.returnId]),
    findRefundCandidates: (s) => returns.findRefundCandidates(s, [theirs.returnId], 10),
    findDebitsLike: (s) =>
      returns.findDebitsLike(s, { amount: payment.amount, currency }, { from: '2000-01-01', to: '2099-01-01' }),
    isReturned: async (s) => assert.equal(await returns.isReturned(s, payment.id), false),
    updateReturns: (s) =>
      returns.updateReturns(s, [{ id: theirs.returnId, status: 'none', returnedPaymentId: payment.id }]),
    listProfiles: (s) => profiles.listProfiles(s),
    findProfile: (s) => profiles.findProfile(s, theirs.profileId),
    saveProfile: (s) =>
      profiles.saveProfile(s, 'mine', 'canary', {
        id: newId(),
        name: 'mine',
        headings: [],
        columns: [],
        currency: null,
        account: null,
      }),
    renameProfile: (s) => profiles.renameProfile(s, theirs.profileId, 'mine'),
    deleteProfile: (s) => profiles.deleteProfile(s, theirs.profileId),
    countProfiles: async (s) => ((await profiles.countProfiles(s)) > 0 ? ['some'] : []),
    findApartmentReferences: (s) => statements.findApartmentReferences(s, [String(theirs.apartment.referenceNumber)]),
    findApartmentsByNumber: (s) =>
      statements.findApartmentsByNumber(s, [
        { buildingId: theirs.building.id, number: String(theirs.apartment.number) },
      ]),
    findPayers: (s) => statements.findPayers(s, 'payer_iban', [payerIban]),
    findSuggestionCandidates: (s) =>
      statements.findSuggestionCandidates(s, {
        amount: theirs.invoice.amount,
        currency,
        account: null,
        references: [theirs.invoice.reference],
        numbers: [theirs.invoice.number],
        apartments: [apartmentId],
        named: [String(theirs.apartment.number)],
        names: ['mari'],
      }),
  };
};

/** A line as in the other organization's statement. */
function stagedLine({ payment }: FirstOrganization): staging.NewStagedEntry {
  const { amount, currency, paidOn } = payment;
  return {
    entryNumber: 1,
    id: newId(),
    kind: 'csv',
    key: hash.toString('hex'),
    earlierKey: null,
    line: 1,
    statement: 0,
    account: payment.account ?? '',
    currency,
    credit: true,
    amount,
    bookedOn: paidOn,
    bankId: 'canary',
    batchId: 'canary',
    batchAmount: amount,
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
}

export const importingQueries: TenancyQueries = (theirs) => {
  const { payment, importId } = theirs;
  const line = stagedLine(theirs);
  const named = [line.account, ''];
  /** Queries the line, staged by the second organization, as one that shows the first one's payment. */
  const staged = (ask: (s: Scope) => Promise<unknown>) => async (s: Scope) => {
    await staging.createStaging(s);
    await staging.insertStaged(s, [line]);
    await recognising.recordShown(s, [{ entryNumber: 1, paymentId: payment.id }]);
    return ask(s);
  };
  const unshown = (ask: (s: Scope) => Promise<unknown>) =>
    staged(async (s) => {
      await recognising.recordShown(s, [{ entryNumber: 1, paymentId: null }]);
      return ask(s);
    });
  const groups = { after: 0, upTo: 1000 };
  const recognised = (ask: (s: Scope) => Promise<unknown>) => async (s: Scope) => {
    await recognising.markEqualEntries(s);
    return ask(s);
  };
  const groupById = recognised(comparison.groupById);
  const groupByAmount = async (s: Scope) => {
    await comparison.copySimilar(s, named);
    await comparison.groupByAmount(s);
  };
  return {
    createStaging: staged(async () => {}),
    insertStaged: staged(async () => {}),
    completeStaging: staged(staging.completeStaging),
    findCredits: unshown((s) => staging.findCredits(s, { after: 1, limit: 10, unshown: true })),
    countEqualEntries: staged(recognised(staging.countEqualEntries)),
    insertEntries: staged((s) => staging.insertEntries(s, importId, 2, 3)),
    linkShownPayments: staged(staging.linkShownPayments),
    rememberPayers: staged(staging.rememberPayers),
    insertStagedPayments: staged((s) =>
      staging.insertStagedPayments(s, [
        { entryNumber: 2, id: newId(), allocated: 0, apartmentId: null, reason: 'nothing_found', evidence: null },
      ]),
    ),
    findReturns: staged(staging.findReturns),
    findDebits: staged(staging.findDebits),
    findPaidAmounts: (s) =>
      staging.findPaidAmounts(s, {
        ibans: [payerIban],
        amounts: [theirs.payment.amount],
        from: '2000-01-01',
        to: '2099-01-01',
      }),
    findReturnablePayments: staged(statements.findReturnablePayments),
    findReversalCredits: staged(reversals.findReversalCredits),
    findReversibleDebits: staged(reversals.findReversibleDebits),
    markDebitReversals: staged((s) => reversals.markDebitReversals(s, [payment.id])),
    countOutcomes: staged(staging.countOutcomes),
    findOutcomes: staged((s) => staging.findOutcomes(s, 10)),
    findOutgoing: staged((s) => staging.findOutgoing(s, 10)),
    markEqualEntries: staged(recognising.markEqualEntries),
    groupById: staged(groupById),
    groupByBatch: staged(comparison.groupByBatch),
    copySimilar: staged((s) => comparison.copySimilar(s, named)),
    markWrittenAlike: staged(async (s) => {
      await comparison.copySimilar(s, named);
      return comparison.markWrittenAlike(s);
    }),
    groupByAmount: staged(groupByAmount),
    markUnplacedDoubtful: staged(recognising.markUnplacedDoubtful),
    findCompared: staged(async (s) => {
      await groupById(s);
      return (await comparison.findCompared(s, 0, 10)).map((compared) => compared.entryNumber);
    }),
    findStored: staged(async (s) => {
      await groupById(s);
      return comparison.findStored(s, groups);
    }),
    findSimilar: staged(async (s) => {
      await groupByAmount(s);
      return comparison.findSimilar(s, groups);
    }),
    recordVerdicts: staged((s) =>
      recognising.recordVerdicts(s, [{ entryNumber: 1, isDuplicate: false, storedId: null, doubtful: true }]),
    ),
    markReturnedDoubtful: staged(recognising.markReturnedDoubtful),
    findUnshownPayments: unshown(recognising.findUnshownPayments),
    recordShown: staged(async () => {}),
    insertProgress: (s) =>
      progress.insertProgress(s, { id: newId(), startedBy: 'service', fileName: null, dryRun: true }),
    updateProgress: (s) => progress.updateProgress(s, importId, { linesRead: 1, linesDecided: 1 }),
    deleteProgress: (s) => progress.deleteProgress(s, importId),
    findProgress: progress.findProgress,
    isUnderWay: async (s) => assert.equal(await progress.isUnderWay(s, importId), false),
    markCancelled: async (s) => assert.equal(await progress.markCancelled(s, importId), false),
  };
};

export const accountQueries: TenancyQueries = ({ invoiceId }) => ({
  findLaterOpenInvoices: (s) => invoiceBalances.findLaterOpenInvoices(s, invoiceId),
  findRelatedInvoices: (s) => invoiceBalances.findRelatedInvoices(s, invoiceId),
  findUnallocatedMoney: (s) => invoiceBalances.findUnallocatedMoney(s, invoiceId),
  calculateInvoiceBalance: (s) => invoiceBalances.calculateInvoiceBalance(s, invoiceId, [invoiceId], []),
});

export const receivablesQueries: TenancyQueries = (theirs) => {
  const apartmentId = String(theirs.apartment.id);
  const days = { from: '2020-01-01', to: '2030-01-01' };
  const account = { iban: ownAccount, currency: 'EUR', isOnlyOne: true };
  return {
    listPlans: (s) => plans.listPlans(s, apartmentId),
    endPlan: (s) => plans.endPlan(s, 'mine', apartmentId),
    insertPlan: (s) => plans.insertPlan(s, 'mine', { id: newId(), apartmentId, terms: 'mine', until: '2030-01-01' }),
    findApartmentFacts: (s) => apartmentLists.findApartmentFacts(s, [apartmentId], '2026-11-01'),
    sumApartments: (s) => apartmentLists.sumApartments(s, { buildingId: theirs.building.id, currency: 'EUR' }),
    findAgedBalances: (s) =>
      books.findAgedBalances(s, undefined, [{ timeZone: 'Europe/Tallinn', today: '2030-01-01' }]),
    findSharedItems: (s) => books.findSharedItems(s, undefined, [{ timeZone: 'Europe/Tallinn', today: '2030-01-01' }]),
    findBalanceBefore: (s) => books.findBalanceBefore(s, apartmentId, 'EUR', '2030-01-01'),
    findAccountEntries: (s) => books.findAccountEntries(s, apartmentId, 'EUR', days),
    findPaidInvoices: (s) => books.findPaidInvoices(s, apartmentId, [theirs.payment.id]),
    findBankEntries: (s) => bankAccounts.findBankEntries(s, account, theirs.building.id, days),
    findReceivedSteps: (s) => bankAccounts.findReceivedSteps(s, account, theirs.building.id, days),
    sumBankEntries: (s) => bankAccounts.sumBankEntries(s, account, days),
    sumDismissedEntries: (s) => bankAccounts.sumDismissedEntries(s, account, days),
    findStatedBalances: (s) => bankAccounts.findStatedBalances(s, account, { at: '2026-11-10' }),
    findShownDays: (s) => bankAccounts.findShownDays(s, account, days),
    findTurnovers: (s) => monthEnd.findTurnovers(s, theirs.building.id, { ...days, today: days.to }),
    findPaymentLines: (s) => monthEnd.findPaymentLines(s, theirs.building.id, days),
    findUnassignedLines: (s) => monthEnd.findUnassignedLines(s, { buildingId: theirs.building.id, iban: null }, days),
    sumUnassignedMoney: (s) => monthEnd.sumUnassignedMoney(s, { buildingId: theirs.building.id, iban: null }, days),
    sumUnshownRefunds: async (s) => {
      const building = { buildingId: theirs.building.id, iban: null, currency: 'EUR' };
      const { refunds: count } = await monthEnd.sumUnshownRefunds(s, building, days);
      return count === 0 ? [] : [count];
    },
    sumUncountedDrafts: (s) => monthEnd.sumUncountedDrafts(s, theirs.building.id, days),
  };
};
