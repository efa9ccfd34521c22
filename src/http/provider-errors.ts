// The error codes of sign-in providers, a part of the catalogue of error codes.

/** Codes of signing in at a provider, of linked accounts, and of invitations that name a personal code. */
export const providerErrors = {
  provider_sign_in_expired: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'This sign-in at a provider has expired, was used already, or was begun in another browser.',
    remedy: 'Start again on the sign-in page.',
  },
  provider_sign_in_cancelled: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The sign-in at the provider was cancelled.',
    remedy: 'Start again, or sign in otherwise.',
  },
  provider_sign_in_failed: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The sign-in provider did not confirm who the person is.',
    remedy: 'Start again. If it happens again, tell the operator of the service; the reason is in the log.',
  },
  account_not_linked: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'Nobody here has linked this account of the sign-in provider.',
    remedy: 'Sign in otherwise, then link it under Your account.',
  },
  personal_code_required: {
    status: 403,
    title: 'Forbidden',
    meaning: 'This invitation names a personal code, so a password is not enough.',
    remedy: 'Accept it with the national e-ID of that person, on the page that the link opens.',
  },
  personal_code_mismatch: {
    status: 403,
    title: 'Forbidden',
    meaning: 'This invitation is for a person with another personal code.',
    remedy: 'Use the e-ID of the invited person, or ask for an invitation with the right code.',
  },
  account_linked_elsewhere: {
    status: 409,
    title: 'Conflict',
    meaning: 'This account of the sign-in provider is linked to another person.',
    remedy: 'Sign in with it and unlink it under Your account first.',
  },
} as const;
