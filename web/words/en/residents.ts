// English words of residents and invitations.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const residents = {
  title: 'Residents',
  tabs: { residents: 'Residents', invitations: 'Invitations', import: 'Import' },
  add: 'Add resident',
  edit: 'Edit resident',
  none: 'No residents found.',
  search: 'Search by name or e-mail',
  name: 'Name',
  apartments: 'Apartments',
  email: 'E-mail address',
  phone: 'Phone',
  account: 'Access',
  hasAccount: 'Has access',
  role: 'Role',
  since: 'Since',
  personalCode: 'National personal code (optional)',
  personalCodeLead:
    'With the country, such as EE38001085718. Then only this person can accept, with their e-ID. The code itself is not stored.',
  roles: { owner: 'owner', tenant: 'tenant' },
  saved: 'Resident saved.',
  remove: 'Delete resident',
  removeLead: message<{ name: string }>('{name} is removed from all lists and can no longer sign in.'),
  removed: 'Resident deleted.',
  invite: 'Invite',
  invited: 'Invitation sent.',
  noInvitations: 'No pending invitations.',
  invitationStatuses: { pending: 'Pending', accepted: 'Accepted', cancelled: 'Revoked', expired: 'Expired' },
  expires: 'Valid until',
  revoke: 'Revoke',
  invitationRevoked: 'Invitation revoked.',
  importSince: 'Residents since',
  importSinceHint:
    'For rows without a date. Choose the first day that you bill: later residents get no invoice for it.',
  line: message<{ line: number }>('Line {line}'),
};
