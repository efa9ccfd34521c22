// English words of one's own sessions.

export const sessions = {
  title: 'Sessions',
  device: 'Device',
  unknownDevice: 'Unknown device',
  here: 'This session',
  signedIn: 'Signed in',
  end: 'End',
  ended: 'The session is ended.',
  endOthers: 'End all other sessions',
  endOthersLead: 'Everywhere else you are signed out at once.',
  othersEnded: 'All other sessions are ended.',
};
