// English words of the accounts that money goes to.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const accounts = {
  title: 'Account for payments',
  lead: 'Invoices are paid to this account. Every owner gets a letter about a change, with a link that undoes it for seven days.',
  none: 'no account',
  password: 'Your password',
  passwordLead: 'Needed again to change where money goes to.',
  changed: 'The account is changed.',
  unconfirmed: 'This account is not confirmed',
  changedBy: message<{ who: string; at: string }>('Changed by {who}, {at}.'),
  before: message<{ account: string }>('Before: {account}.'),
  ownerConfirms: 'An owner of the organization can confirm it.',
  confirm: 'Confirm this account',
  confirmed: 'The account is confirmed.',
  key: message<{ name: string }>('API key “{name}”'),
  rule: 'Programs and accounts',
  ruleLead:
    'Programs act with API keys. When this is on, only people can change the accounts that invoices are paid to.',
  ruleSwitch: 'Only people can change accounts',
  programs: { allowed: 'allowed', refused: 'refused' },
  fields: {
    iban: 'Account (IBAN)',
    beneficiary: 'Beneficiary',
    role: 'Role',
    name: 'Name',
    keyHint: 'Key',
    expiresAt: 'Expires',
    events: 'Events',
    secret: 'Secret',
    activatesAt: 'Takes over',
    status: 'State',
    programs: 'Programs may change accounts',
    title: 'What residents read',
    provider: 'Kind',
    url: 'Address',
    merchant: 'Merchant',
    bankId: 'The bank’s id',
    version: 'Version',
    service: 'Service',
    lengths: 'Lengths in',
    key: 'Our key',
    bankKey: 'The bank’s key',
  },
};
