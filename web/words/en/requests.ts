// English words of maintenance requests.

export const requests = {
  title: 'Maintenance requests',
  request: 'Maintenance request',
  add: 'New request',
  none: 'No maintenance requests.',
  statuses: { new: 'New', in_progress: 'In progress', resolved: 'Resolved', closed: 'Closed', cancelled: 'Cancelled' },
  photo: 'Photo',
  comments: 'Comments',
  comment: 'Comment',
  internal: 'Internal',
  internalHint: 'Visible to managers only',
  send: 'Send',
  statusChanged: 'Status changed.',
  added: 'Request created.',
  commonAreas: 'Common areas',
  subject: 'Subject',
  description: 'Description',
};
