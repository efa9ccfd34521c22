// English words of e-mails.
import { type Catalogue, messagesIn } from '../../platform/values/messages.ts';

const message = messagesIn('en');

export const en = {
  frame: {
    greeting: 'Hello,',
    footer: 'Haldur sent this e-mail automatically. Replies are not read.',
    linkHint: 'If the button does not work, copy this address into your browser:',
  },
  apartment: message<{ building: string; number: string }>('{building}, apartment\u00a0{number}'),
  magicLink: {
    subject: 'Sign in to Haldur',
    lead: 'Someone, most likely you, asked to sign in to Haldur with your e-mail address.',
    button: 'Sign in',
    validity: message<{ minutes: number }>(
      '{minutes, plural, one {The link works once, for #\u00a0minute.} other {The link works once, for #\u00a0minutes.}}',
    ),
    ignore: 'If this wasn’t you, ignore this e-mail. Nobody can sign in without the link.',
  },
  invitation: {
    subject: message<{ organization: string }>('{organization} invites you to Haldur'),
    lead: message<{ organization: string }>('{organization} invites you to use Haldur.'),
    purposes: {
      owner: 'Your role is owner: you can manage everything, including users and their permissions.',
      manager: 'Your role is manager: you can manage buildings, apartments, residents and invoices.',
      accountant: 'Your role is accountant: you can prepare invoices and manage payments.',
      resident: 'In Haldur you can see your invoices, submit meter readings and report problems.',
    },
    button: 'Accept invitation',
    lastDay: message<{ day: string }>('The invitation is valid until {day}.'),
    ignore: 'If you don’t know why you got this e-mail, ignore it.',
  },
  sessionEnded: {
    subject: 'You were signed out for security reasons',
    lead: message<{ moment: string }>(
      'A key that keeps you signed in to Haldur was used a second time ({moment}). Someone may have copied it.',
    ),
    ended: 'We ended that session. Your other sessions continue.',
    advice:
      'Sign in again. If this happens again, or you were not using Haldur at that time, change your password and tell your manager.',
  },
  passwordChanged: {
    subject: 'Your Haldur password was changed',
    lead: message<{ moment: string }>(
      'The password of your Haldur account was changed ({moment}). Your other sessions were ended.',
    ),
    advice:
      'If this wasn’t you, sign in with a link sent to your e-mail address, set a new password and tell an owner of your organization.',
  },
  confirmAddress: {
    subject: 'Confirm your new e-mail address',
    lead: 'Someone, most likely you, wants to use this e-mail address for their Haldur account.',
    button: 'Confirm the address',
    validity: message<{ hours: number }>(
      '{hours, plural, one {The link works once, for #\u00a0hour.} other {The link works once, for #\u00a0hours.}}',
    ),
    ignore: 'If this wasn’t you, ignore this e-mail. Without the link nothing changes.',
  },
  addressChanged: {
    subject: 'The e-mail address of your account was changed',
    lead: message<{ moment: string; address: string }>(
      'The e-mail address of your Haldur account is now {address} ({moment}). This is the last e-mail about your account to the previous address.',
    ),
    advice: 'If this wasn’t you, tell an owner of your organization at once.',
  },
  secondFactorChanged: {
    subject: 'Your Haldur sign-in was changed',
    changes: {
      second_factor_added: message<{ name: string; moment: string }>(
        '“{name}” was added as a second factor of your Haldur account ({moment}).',
      ),
      second_factor_removed: message<{ name: string; moment: string }>(
        '“{name}” was removed from your Haldur account ({moment}). It is no longer a second factor.',
      ),
      recovery_codes_made: message<{ name: string; moment: string }>(
        'You have new recovery codes for Haldur ({moment}). The previous ones no longer work.',
      ),
      recovery_code_used: message<{ name: string; moment: string }>(
        'A recovery code of your Haldur account was used ({moment}). It no longer works.',
      ),
      all_removed: message<{ name: string; moment: string }>(
        'The operator of the service removed all second factors of your Haldur account ({moment}). Sign in with your password and set up a new one.',
      ),
    },
    advice:
      'If this wasn’t you, change your password, remove second factors that you don’t know, and tell an owner of your organization.',
  },
  linkedAccount: {
    linked: {
      subject: message<{ provider: string }>('Sign-in with {provider} added'),
      lead: message<{ provider: string; moment: string }>(
        'Your Haldur account can now be entered with your account at {provider} ({moment}).',
      ),
    },
    unlinked: {
      subject: message<{ provider: string }>('Sign-in with {provider} removed'),
      lead: message<{ provider: string; moment: string }>(
        'Your Haldur account can no longer be entered with your account at {provider} ({moment}).',
      ),
    },
    advice:
      'If this wasn’t you, sign in with a link sent to your e-mail address, look at Your account, set a new password and tell an owner of your organization.',
  },
  newDevice: {
    subject: 'New sign-in to your account',
    lead: 'Someone signed in to your Haldur account on a new device.',
    device: message<{ device: string }>('Device: {device}'),
    unknownDevice: 'unknown',
    address: message<{ address: string }>('IP address: {address}'),
    time: message<{ moment: string }>('Time: {moment}'),
    wasYou: 'If this was you, you don’t need to do anything.',
    wasNotYou: 'If this wasn’t you, end that session and change your password.',
    button: 'View sessions',
  },
  endpointDisabled: {
    subject: message<{ host: string }>('Webhook endpoint disabled: {host}'),
    lead: message<{ host: string }>('Haldur no longer sends webhooks to {host}.'),
    reasons: {
      gone: message<{ moment: string }>('The receiver responded that this address is gone (410 Gone; {moment}).'),
      failing: message<{ moment: string }>('No delivery has succeeded for five days. First failure: {moment}.'),
    },
    advice:
      'Ask the operator of that server to fix it, then enable the endpoint again. Undelivered events are kept for 30 days.',
  },
  maintenanceUpdated: {
    subject: message<{ title: string }>('Your maintenance request: {title}'),
    lead: message<{ title: string }>('Your maintenance request: “{title}”.'),
    statuses: {
      new: 'The request has been received.',
      in_progress: 'The request is in progress.',
      resolved: 'The request is resolved. If the problem remains, please let us know.',
      closed: 'The request is closed.',
      cancelled: 'The request is cancelled.',
    },
    button: 'View request',
  },
  readingReminder: {
    subject: message<{ apartment: string }>('Please submit your meter readings: {apartment}'),
    lead: message<{ apartment: string }>('Your meter readings are missing: {apartment}.'),
    lastDay: message<{ day: string }>('Please submit them by {day}.'),
    button: 'Submit readings',
    estimate: 'Without readings, consumption is estimated from earlier months.',
  },
  invoice: {
    subject: message<{ number: string; about: string }>('Invoice {number}: {about}'),
    lead: message<{ number: string; about: string }>('Invoice {number} is attached. {about}'),
    nothingDue: 'There is no balance due.',
  },
  paymentReminder: {
    subject: message<{ number: string }>('Reminder: invoice {number} is overdue'),
    lead: message<{ number: string; apartment: string }>('Invoice {number} is overdue: {apartment}.'),
    paid: 'If you have already paid, you don’t need to do anything.',
  },
  payment: {
    balanceDue: 'Balance due',
    dueDate: 'Due date',
    payee: 'Beneficiary',
    iban: 'Account',
    reference: 'Reference number',
    pay: 'Pay invoice',
    viewInvoice: 'View invoice',
  },
  securityChange: {
    changes: {
      account_changed: 'The bank account for payments was changed',
      account_undone: 'A bank account change was undone',
      bank_added: 'A bank for payments was added',
      bank_changed: 'A bank for payments was changed',
      bank_removed: 'A bank for payments was removed',
      key_made: 'An API key was created',
      key_changed: 'The allowed networks of an API key were changed',
      key_replaced: 'An API key was replaced',
      key_revoked: 'An API key was revoked',
      password_changed: 'A password was changed',
      member_joined: 'A user joined the organization',
      role_changed: 'A user’s role was changed',
      member_removed: 'A user was removed',
      invitation_made: 'A user was invited',
    },
    fields: {
      iban: 'Account (IBAN)',
      beneficiary: 'Beneficiary',
      role: 'Role',
      keyHint: 'Key',
      expiresAt: 'Expires',
      access: 'Access',
      buildings: 'Limited to buildings',
      networks: 'Limited to networks',
      previousUntil: 'Old key works until',
      title: 'Name',
      provider: 'Type',
      url: 'URL',
      merchant: 'Merchant',
      bankId: 'Bank ID',
      version: 'Version',
      service: 'Service',
      key: 'Our key',
      bankKey: 'The bank’s key',
    },
    readOnly: 'read-only',
    roles: { owner: 'owner', manager: 'manager', accountant: 'accountant', resident: 'resident' },
    none: 'none',
    by: 'Changed by',
    key: 'API key',
    operator: 'the operator of the service',
    unexpected:
      'If you did not expect this, check the security log in the settings of Haldur and correct it there at once.',
    undoLead:
      'If you did not expect this, undo it now to restore the previous account. In Haldur the new account is marked as unconfirmed until an owner confirms it.',
    undo: 'Undo change',
    undoUntil: 'The link works once. Last day',
  },
};

export type MailWords = Catalogue<typeof en>;
