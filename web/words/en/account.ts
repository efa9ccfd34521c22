// English words of one's own account.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const account = {
  title: 'Your account',
  data: 'Your data',
  name: 'Name',
  email: 'E-mail address',
  emailLead: 'To change the address, ask an owner of the organization.',
  language: 'Language of letters',
  saved: 'Saved',
  password: 'Password',
  current: 'Password now',
  currentLead: 'Not needed within a quarter of an hour after coming in by a link from your mailbox.',
  next: 'New password',
  change: 'Change the password',
  changed: 'The password is changed. Other devices are signed out.',
  organizations: 'Organizations',
  enter: message<{ name: string }>('Open {name}'),
  open: 'Open',
  here: 'You are here',
  sample: 'Sample',
  trySample: 'Try with sample data',
  tryLead:
    'Makes an organization of its own with an invented house and three months of invoices. Nothing of yours is touched.',
  removeSample: 'Remove the sample',
  removeAsk: 'The sample organization and everything in it are deleted. What is real is not touched.',
  removed: 'The sample is gone.',
  inSample: 'This is a sample organization: everything in it is invented, and can be removed at once.',
};
