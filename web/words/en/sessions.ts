// English words of a person’s sessions.

export const sessions = {
  title: 'Active sessions',
  device: 'Device',
  unknownDevice: 'Unknown device',
  current: 'Current session',
  signedIn: 'Signed in',
  end: 'Sign out',
  ended: 'Session ended.',
  endOthers: 'Sign out all other sessions',
  endOthersLead: 'You are signed out on all other devices at once.',
  othersEnded: 'All other sessions ended.',
};
