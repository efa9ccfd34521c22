// English words of the audit log.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const auditLog = {
  none: 'No entries found.',
  noneNext:
    'What people, API keys and the service view, change, send and download appears here. What residents view is not recorded.',
  what: 'What',
  action: 'Kind',
  anyAction: 'Any kind',
  actions: {
    seen: 'Viewed',
    exported: 'Downloaded',
    changed: 'Changed',
    sent: 'Sent',
    security: 'Security',
  },
  operation: 'Operation',
  aboutId: 'Object ID',
  object: 'Object',
  ids: 'IDs in this entry',
  showAbout: 'Show all entries with this ID',
  details: 'Entry details',
  changes: 'Changed fields',
  field: 'Field',
  before: 'Before',
  after: 'After',
  notKept: 'Not kept',
  result: 'Result',
  csv: 'Download CSV',
  jsonl: 'Download JSON lines',
  proof: 'Proof',
  proofLead:
    'Every minute, the hashes of new entries are added to a chain. It shows whether an entry was changed, removed or added later.',
  checkpoint: 'Newest checkpoint',
  checkpointLead: 'Note it outside Haldur. It proves later that no entry before it was changed.',
  noCheckpoint: 'None yet. The first one appears within a minute.',
  waiting: message<{ count: number }>(
    '{count, plural, =0 {All entries are in the chain.} one {# entry is not in the chain yet.} other {# entries are not in the chain yet.}}',
  ),
  noted: 'Noted checkpoint (optional)',
  notedInvalid: 'A checkpoint is a number, a dash and 64 characters.',
  verify: 'Verify',
  verifying: message<{ count: number }>(
    '{count, plural, one {# entry compared so far} other {# entries compared so far}}',
  ),
  verified: message<{ count: number }>(
    '{count, plural, =0 {No entry is in the chain yet.} one {# entry verified. Nothing was changed.} other {# entries verified. Nothing was changed.}}',
  ),
  broken: message<{ count: number }>('{count, plural, one {# problem found} other {# problems found}}'),
  more: 'Only the first problems are shown. The operator lists all of them with: npm run admin -- verify-audit-log',
  problems: {
    changed: 'Entry changed',
    missing: 'Entry removed',
    added: 'Entry added later',
    link_changed: 'Chain changed',
    links_missing: 'Part of the chain removed',
  },
  link: message<{ number: number }>('Link {number} of the chain'),
  results: {
    confirmed: 'The noted checkpoint is confirmed.',
    contradicted: 'The noted checkpoint is not in the chain: the log was changed after it was noted.',
    no_longer_kept: 'The noted checkpoint is older than the entries that are kept.',
  },
  keep: 'Retention',
  keepLead: 'Older entries are deleted. Until then nobody can delete them in Haldur.',
  years: 'Years',
  saved: 'Retention saved.',
};
