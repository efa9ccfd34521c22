// English words of residents and invitations.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const people = {
  title: 'Residents',
  tabs: { residents: 'Residents', invitations: 'Invitations', import: 'From a file' },
  add: 'Add a resident',
  change: 'Change the resident',
  none: 'There are no residents here.',
  search: 'Search by name or address',
  name: 'Name',
  apartments: 'Apartments',
  email: 'E-mail address',
  phone: 'Phone',
  account: 'Account',
  hasAccount: 'Signs in',
  as: 'As',
  since: 'Since',
  roles: { owner: 'owner', tenant: 'tenant' },
  saved: 'The resident is saved.',
  remove: 'Remove the resident',
  removeLead: message<{ name: string }>('{name} disappears from every list, and cannot sign in any more.'),
  removed: 'The resident is removed.',
  invite: 'Invite',
  invited: 'The invitation is on its way.',
  noInvitations: 'No invitation waits to be accepted.',
  invitationStatuses: { pending: 'Waiting', accepted: 'Accepted', cancelled: 'Withdrawn', expired: 'Expired' },
  expires: 'Valid until',
  withdraw: 'Withdraw',
  invitationCancelled: 'The invitation is withdrawn.',
  importLead:
    'A CSV file with the columns apartment, name, e-mail address, phone, role and since, in any order. It is tried first; nothing is written before you have seen what would come of it.',
  importFound: message<{ rows: number; created: number; changed: number }>(
    '{rows, plural, one {# row} other {# rows}}: {created, plural, one {# new resident} other {# new residents}}, {changed, number} updated.',
  ),
  imported: message<{ created: number; changed: number }>(
    '{created, plural, one {# resident added} other {# residents added}}, {changed, number} updated.',
  ),
  line: message<{ line: number }>('Line {line}'),
  bring: 'Bring in',
};
