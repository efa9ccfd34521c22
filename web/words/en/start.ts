// English words of the first start.

export const start = {
  title: 'Create your organization',
  lead: 'This service is new. You will be its first owner.',
  organization: 'Name of the organization',
  organizationHint: 'For example KÜ Kase 12',
  name: 'Your name',
  email: 'Your e-mail address',
  password: 'A password',
  passwordHint: 'At least 8 characters; a few words are best.',
  submit: 'Create',
  noToken: 'This page needs the whole link that the service printed when it was started.',
  toSignIn: 'Sign in',
};
