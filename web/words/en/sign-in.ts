// English words of signing in.

export const signIn = {
  title: 'Sign in',
  lead: 'Buildings, invoices, meters and payments in one place.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  sendLink: 'E-mail me a sign-in link',
  linkSent: 'If the address has an account, an e-mail with a link is on its way. The link works once, for ten minutes.',
  emailFirst: 'Enter your e-mail address first.',
};
