// Payment providers: how a payment starts at a bank, and how the bank's messages are read. Reading has no side effects,
// and nothing is trusted before its signature is verified.

import type { Language } from '../../platform/values/languages.ts';
import type { Cents } from '../../platform/values/money.ts';

export const providers = ['ipizza', 'montonio', 'sandbox'] as const;
export type ProviderName = (typeof providers)[number];

/** The fields of a form or a query. */
export type BankFields = Readonly<Record<string, string>>;

/** Sends the payer to the bank: a form to post, or an address to open. */
export type PaymentRedirect = { readonly method: 'GET' | 'POST'; readonly url: string; readonly fields: BankFields };

/** A payment as stored when it was started. */
export type Order = {
  readonly id: string;
  readonly invoiceId: string;
  readonly bankId: string;
  readonly status: 'initiated' | 'cancelled' | 'failed' | 'paid';
  /** The number that identifies it at the bank: digits. */
  readonly stamp: string;
  readonly merchant: string;
  readonly amount: Cents;
  readonly currency: string;
  /** Empty when the invoice has no reference that banks accept. */
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

/** What arrived at a callback, from any sender. */
export type CallbackMessage = {
  readonly method: string;
  readonly fields: BankFields;
  /** The encoding the fields were decoded from; the signature covers the encoded bytes. */
  readonly encoding: string;
  readonly flaw?: 'repeated_field' | 'undecodable' | 'malformed';
};

/** Why a message is rejected. */
export type CallbackRejection =
  | 'repeated_field'
  | 'undecodable'
  | 'malformed'
  | 'other_version'
  | 'signature'
  | 'other_bank'
  | 'too_old'
  | 'bank_removed';

/** A bank's message with a verified signature. */
export type VerifiedResult = {
  /** `cancelled`: the payer left without paying. */
  readonly outcome: 'paid' | 'cancelled' | 'failed' | 'pending';
  readonly stamp: string;
  readonly merchant: string;
  /** Sent between servers: nobody waits for a page. A hint, which is not signed. */
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
export type CallbackVerdict = { readonly result: VerifiedResult } | { readonly refused: CallbackRejection };
