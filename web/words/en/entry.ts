// English words of coming in.

export const entry = {
  title: 'Sign in',
  lead: 'Buildings, invoices, meters and payments in one place.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  link: 'Send me a link instead',
  linkSent: 'If the address has an account, a letter with a link is on its way. The link works once, for ten minutes.',
  emailFirst: 'Write your e-mail address first.',
};
