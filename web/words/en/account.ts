// English words of a person’s account page.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const account = {
  title: 'Your account',
  profile: 'Profile',
  name: 'Name',
  email: 'E-mail address',
  language: 'Language of e-mails',
  saved: 'Saved',
  password: 'Password',
  currentPassword: 'Current password',
  currentPasswordHint: 'Not needed within 15 minutes of signing in with a link from an e-mail.',
  newPassword: 'New password',
  changePassword: 'Change password',
  passwordChanged: 'Password changed. Your other devices are signed out.',
  organizations: 'Organizations',
  openOrganization: message<{ name: string }>('Open {name}'),
  open: 'Open',
  current: 'Current',
  trySample: 'Try with sample data',
  trySampleLead:
    'Creates a separate organization with an invented building and three months of invoices. Your own data is not affected.',
  providers: {
    title: 'Sign-in providers',
    none: 'No account is linked yet.',
    link: message<{ name: string }>('Link {name}'),
    linkedAt: 'Linked',
    lastUsed: 'Last used',
    unlink: 'Unlink',
    unlinkLead: message<{ name: string }>('You can no longer sign in with {name}. Your sessions stay.'),
    unlinked: 'Unlinked',
  },
};
