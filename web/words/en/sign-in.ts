// English words of signing in.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const signIn = {
  title: 'Sign in',
  lead: 'Buildings, invoices, meters and payments in one place.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  sendLink: 'E-mail me a sign-in link',
  linkSent: 'If the address has an account, an e-mail with a link is on its way. The link works once, for ten minutes.',
  emailFirst: 'Enter your e-mail address first.',
  or: 'or',
  withProvider: message<{ name: string }>('Continue with {name}'),
  finishing: 'Signing in …',
  back: 'Back',
};
