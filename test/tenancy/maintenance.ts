// The maintenance queries that a second organization tries on the first one's data.
import * as maintenance from '../../src/maintenance/maintenance-queries.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { page, type TenancyQueries } from './two-organizations.ts';

export const maintenanceQueries: TenancyQueries = (theirs) => {
  const { building, apartment, requestId, residentUserId, file } = theirs;
  const place = { buildingId: building.id, apartmentId: apartment.id };
  const request = { ...place, title: 'mine', description: 'mine', status: 'closed' } as const;
  const written = { ...request, assignedTo: null };
  return {
    listRequests: (s) => maintenance.listRequests(s, place, page),
    findRequest: (s) => maintenance.findRequest(s, requestId),
    lockRequest: (s) => maintenance.lockRequest(s, requestId),
    insertRequest: (s) => maintenance.insertRequest(s, { ...request, id: newId() }),
    updateRequest: (s) => maintenance.updateRequest(s, { ...written, id: requestId }),
    unassign: (s) => maintenance.unassign(s, residentUserId),
    touchRequest: (s) => maintenance.touchRequest(s, requestId),
    findLocation: (s) => maintenance.findLocation(s, place),
    isMember: (s) => maintenance.isMember(s, residentUserId),
    findCaretakers: (s) => maintenance.findCaretakers(s),
    listAnsweredRequests: (s) => maintenance.listAnsweredRequests(s),
    findSubmitter: (s) => maintenance.findSubmitter(s, requestId),
    listComments: (s) => maintenance.listComments(s, requestId),
    insertComment: (s) => maintenance.insertComment(s, requestId, { id: newId(), text: 'mine', internal: false }),
    listPhotos: (s) => maintenance.listPhotos(s, requestId),
    hasPhoto: (s) => maintenance.hasPhoto(s, requestId, file.id),
    insertRequestPhoto: (s) => maintenance.insertRequestPhoto(s, requestId, file.id),
    countParts: (s) => maintenance.countParts(s, requestId),
  };
};
