// English words of API keys.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const apiKeys = {
  limits: 'Limits',
  noLimits: 'None',
  readOnly: 'Read-only',
  readOnlyLead: 'Reads, previews and dry runs. It changes nothing.',
  buildings: 'Buildings',
  buildingsLead: 'Empty: the whole organization. Otherwise the key sees and changes only these buildings.',
  buildingCount: message<{ count: number }>('{count, plural, one {# building} other {# buildings}}'),
  networks: 'Allowed networks',
  networksLead: 'Such as 192.0.2.0/24 or 2001:db8::/32, separated by commas. Empty: all networks.',
  usedFrom: message<{ address: string }>('from {address}'),
  editTitle: 'Edit API key',
  replace: 'Replace',
  replaceTitle: 'Replace API key',
  replaceLead: message<{ name: string }>('“{name}” gets a new key, which is shown once. Its role and limits stay.'),
  overlap: 'The old key works for',
  overlaps: {
    hours0: '0 hours (stops at once)',
    hours1: '1 hour',
    hours24: '24 hours',
    hours72: '3 days',
    hours168: '7 days',
  },
  previous: message<{ hint: string; until: string }>('{hint} works until {until}'),
};
