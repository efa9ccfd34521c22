// English words of test organizations.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const testOrganizations = {
  badge: 'Test',
  title: 'Test organizations',
  lead: 'A test organization is separate from your real data. It has an invented building, a clock that you can move, a bank without money, and a mailbox: its e-mails are not sent. Webhooks are sent.',
  none: 'No test organizations yet',
  made: 'Made',
  create: 'Create test organization',
  banner: message<{ time: string }>('Test organization. Its clock says {time}.'),
  manage: 'Clock and mailbox',
  clock: 'Clock',
  clockLead: 'Due dates, reminders and retries go by this clock. It only moves forwards.',
  dayAhead: 'One day ahead',
  monthAhead: 'One month ahead',
  moveTo: 'Move to',
  move: 'Move clock',
  moved: message<{ time: string }>('The clock says {time}.'),
  people: message<{ domain: string }>(
    'To try an invitation, invite an address that ends with @{domain}. The e-mail arrives in the mailbox here.',
  ),
  mailbox: 'Mailbox',
  mailboxLead: 'E-mails of this organization stay here. The last 500 are kept.',
  noMails: 'No e-mails yet',
  subject: 'Subject',
  recipient: 'To',
  sentAt: 'Sent',
  asHtml: 'HTML',
  asText: 'Text',
  openAttachment: message<{ name: string }>('Open {name}'),
  attachment: 'Attachment',
  reset: 'Reset',
  resetLead:
    'Everything in this test organization is deleted, and the sample data is made again. The clock returns to real time. Users, API keys and webhooks stay.',
  resetDone: 'The test organization is as new.',
  remove: 'Delete test organization',
  removeLead: 'The test organization and everything in it is deleted. Your real data is not affected.',
  typeName: message<{ name: string }>('To confirm, type {name}'),
};
