// English words of a resident’s maintenance requests.

export const residentRequests = {
  title: 'Maintenance requests',
  lead: 'Report a problem in your apartment or in the building.',
  add: 'Report a problem',
  none: 'No requests yet.',
  what: 'Subject',
  where: 'Location',
  common: 'Common areas',
  description: 'Description',
  photo: 'Photo',
  addPhoto: 'Add photo',
  send: 'Submit',
  sent: 'Request submitted. The manager has been notified.',
  statuses: { new: 'New', in_progress: 'In progress', resolved: 'Resolved', closed: 'Closed', cancelled: 'Cancelled' },
  reply: 'Comment',
  replySend: 'Send',
  manager: 'Manager',
};
