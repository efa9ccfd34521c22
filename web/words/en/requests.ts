// English words of maintenance requests.

export const requests = {
  title: 'Maintenance requests',
  request: 'Maintenance request',
  add: 'New request',
  none: 'Nothing is broken, as far as anybody has said.',
  statuses: { new: 'New', in_progress: 'In progress', resolved: 'Resolved', closed: 'Closed', cancelled: 'Cancelled' },
  photo: 'Photo of the request',
  comments: 'Conversation',
  comment: 'Answer',
  internal: 'internal',
  internalHint: 'Only for those who manage the building',
  send: 'Send',
  moved: 'The request is moved.',
  added: 'The request is noted.',
  shared: 'Shared parts of the building',
  what: 'What is it about',
  description: 'Description',
};
