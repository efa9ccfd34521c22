// English words of the first start.

export const setup = {
  title: 'Create your organization',
  lead: 'You will be its first owner.',
  organization: 'Organization name',
  organizationHint: 'For example, KÜ Kase 12',
  name: 'Your name',
  email: 'Your e-mail address',
  password: 'Password',
  passwordHint: 'At least 8 characters. A few words work best.',
  submit: 'Create organization',
  noToken: 'Open the complete link that the service printed when it started.',
  toSignIn: 'Sign in',
};
