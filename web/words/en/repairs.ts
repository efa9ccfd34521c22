// English words of a resident's requests for repairs.

export const repairs = {
  title: 'Repairs',
  lead: 'Something is broken, in your apartment or in the house? Tell the manager.',
  add: 'Report a fault',
  none: 'You have not reported anything.',
  what: 'What is wrong?',
  where: 'Where',
  common: 'Shared parts of the house',
  describe: 'Tell more',
  photo: 'Photo',
  addPhoto: 'Add a photo',
  send: 'Send',
  sent: 'Sent. The manager has been told.',
  statuses: { new: 'New', in_progress: 'Being worked on', resolved: 'Done', closed: 'Closed', cancelled: 'Withdrawn' },
  reply: 'Write something',
  replySend: 'Send',
  someone: 'The manager',
};
