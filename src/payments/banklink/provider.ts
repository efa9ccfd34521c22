// Providers: how a payment is begun at a bank, and how what the bank tells of it is read. Reading has no side effect, and nothing is believed before its
// signature has been verified.

import type { Language } from '../../platform/values/languages.ts';
import type { Cents } from '../../platform/values/money.ts';

export const providers = ['ipizza', 'montonio', 'sandbox'] as const;
export type ProviderName = (typeof providers)[number];

/** Fields of a form, or of a query. */
export type BankFields = Readonly<Record<string, string>>;

/** What carries the payer to the bank: a form to post, or an address to open. */
export type PaymentRedirect = { readonly method: 'GET' | 'POST'; readonly url: string; readonly fields: BankFields };

/** A payment as it was frozen when it was begun. */
export type Order = {
  readonly id: string;
  readonly invoiceId: string;
  readonly bankId: string;
  readonly status: 'initiated' | 'failed' | 'paid';
  /** The number under which the bank knows it: digits. */
  readonly stamp: string;
  readonly merchant: string;
  readonly amount: Cents;
  readonly currency: string;
  /** Empty when the invoice has none that banks take. */
  readonly reference: string;
  readonly message: string;
  /** The receiver's account; null leaves it to the contract with the bank. */
  readonly account: string | null;
  readonly receiver: string | null;
  readonly language: Language;
  readonly timeZone: string;
  readonly returnUrl: string | null;
  readonly redirectUrl: string | null;
  readonly orderNumber: string | null;
  readonly paymentId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** What arrived at a callback, from whomever. `twice` names a field that came more than once. */
export type CallbackMessage = {
  readonly method: string;
  readonly fields: BankFields;
  /** The encoding that the fields were decoded from; their signature covers its bytes. */
  readonly encoding: string;
  readonly flaw?: 'repeated_field' | 'undecodable' | 'malformed';
};

/** Why a message counts for nothing. */
export type CallbackRejection =
  | 'repeated_field'
  | 'undecodable'
  | 'malformed'
  | 'other_version'
  | 'signature'
  | 'other_bank'
  | 'too_old'
  | 'bank_removed';

/** What a bank told, its signature verified. */
export type VerifiedResult = {
  readonly outcome: 'paid' | 'failed' | 'pending';
  readonly stamp: string;
  readonly merchant: string;
  /** Between servers: nobody waits for a page. A hint, which is not signed. */
  readonly copy: boolean;
  readonly amount?: Cents;
  readonly currency?: string;
  readonly reference?: string;
  readonly account?: string;
  readonly payerName?: string;
  readonly payerIban?: string;
  readonly orderNumber?: string;
  readonly at?: Date;
};
export type CallbackVerdict = { readonly told: VerifiedResult } | { readonly refused: CallbackRejection };
