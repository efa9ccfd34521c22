// The error codes of second factors and confirmations: part of the catalogue (error-catalogue.ts).

export const secondFactorErrors = {
  challenge_expired: {
    status: 409,
    title: 'Conflict',
    meaning: 'This took too long, or was done already.',
    remedy: 'Start again. What a start returns is valid for ten minutes, once.',
  },
  passkeys_unavailable: {
    status: 409,
    title: 'Conflict',
    meaning: 'Browsers accept passkeys only at an address with a name and https.',
    remedy: 'Use an authenticator app. The operator can change PUBLIC_URL.',
  },
  too_many_second_factors: {
    status: 409,
    title: 'Conflict',
    meaning: 'A person can have ten second factors.',
    remedy: 'Remove one that is no longer used.',
  },
  second_factor_needed: {
    status: 409,
    title: 'Conflict',
    meaning: 'The organization requires a second factor, and this is the last one.',
    remedy: 'Add another one first.',
  },
  second_factor_missing: {
    status: 409,
    title: 'Conflict',
    meaning: 'The person has no second factor.',
    remedy: 'Add a passkey or an authenticator app first, under Your account.',
  },
  confirmation_required: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'This needs a sign-in or a confirmation of the last five minutes. Sign in again with the password (and the second factor, if you have one), or confirm that it is you (operation confirmIdentity of the console API).',
    remedy:
      'Sign in again, or confirm with POST /console/api/me/confirmation; then repeat the request. To delete a building, send password, or oneTimeCode if you have a second factor.',
  },
  second_factor_confirmation_failed: {
    status: 403,
    title: 'Forbidden',
    meaning: 'The second factor is wrong: a wrong or used code, or an unknown passkey.',
    remedy: 'Use the newest code of the authenticator app, each once.',
  },
  second_factor_setup_required: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'A second factor is required of this role, and this session has none. Set one up under Your account, or confirm with the one you have (operation confirmIdentity of the console API).',
    remedy:
      'Set one up in the console, under Your account, or with /console/api/me/second-factors. If you have one, confirm with it, or sign in again.',
  },
  second_factor_required: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The password is right, but the account has a second factor: send its code as oneTimeCode.',
    remedy: 'Sign in again with oneTimeCode: the newest code of the authenticator app, or a recovery code.',
  },
  invalid_second_factor: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The second factor is wrong: a wrong or used code, or an unknown passkey.',
    remedy:
      'Use the newest code of the authenticator app, each once. After several failures, wait as long as Retry-After says.',
  },
};
