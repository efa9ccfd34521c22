// The residents queries that a second organization tries on the first one's data.
import { newId } from '../../src/platform/values/ids.ts';
import {
  findApartmentsWithoutRecipient,
  listRecipientNames,
  listResidenciesAroundChanges,
  listResidenciesIn,
} from '../../src/residents/payer-queries.ts';
import * as residents from '../../src/residents/resident-queries.ts';
import { hash, now, page, type TenancyQueries } from './two-organizations.ts';

export const residentsQueries: TenancyQueries = (theirs) => {
  const { residentId, residencyId, invitationId, apartment, building } = theirs;
  const person = { name: 'mine', email: null, emailKey: null, phone: null, language: 'et', userId: null } as const;
  const residency = { role: 'owner', since: '2030-01-01', until: null, receivesInvoice: true } as const;
  const invitation = {
    id: newId(),
    email: 'mine@example.org',
    emailKey: 'mine@example.org',
    name: null,
    apartmentId: apartment.id,
    buildingId: building.id,
    role: 'resident',
    residencyRole: 'owner',
    since: null,
    language: 'et',
    status: 'pending',
    needsPersonalCode: false,
    tokenHash: hash,
    personalCodeHash: null,
    expiresAt: now,
    createdBy: null,
    createdAt: now,
    updatedAt: now,
  } as const;
  return {
    listResidents: (s) => residents.listResidents(s, { buildingId: building.id }, page),
    listResidenciesAroundChanges: (s) =>
      listResidenciesAroundChanges(s, building.id, { periodStart: '1900-01-01', periodEnd: '2200-01-01' }),
    findApartmentsWithoutRecipient: (s) =>
      findApartmentsWithoutRecipient(s, building.id, { periodStart: '1999-01-01', periodEnd: '1999-12-31' }),
    listRecipientNames: (s) =>
      listRecipientNames(s, building.id, { periodStart: '1900-01-01', periodEnd: '2200-01-01' }),
    listResidenciesIn: (s) => listResidenciesIn(s, [apartment.id]),
    shareLockMember: (s) => residents.shareLockMember(s, theirs.residentUserId),
    findResident: (s) => residents.findResident(s, residentId),
    findResidents: (s) => residents.findResidents(s, [residentId]),
    loadNames: async (s) => (await residents.loadNames(s, [residentId]))([residentId]),
    lockResident: (s) => residents.lockResident(s, residentId),
    updateResident: (s) => residents.updateResident(s, { ...person, id: residentId }),
    unlinkResident: (s) => residents.unlinkResident(s, residentId),
    touchResident: (s) => residents.touchResident(s, residentId),
    deleteResident: (s) => residents.deleteResident(s, residentId),
    updateResidency: (s) => residents.updateResidency(s, { ...residency, id: residencyId, apartmentId: apartment.id }),
    deleteResidency: (s) => residents.deleteResidency(s, residencyId),
    lockImports: (s) => residents.lockImports(s),
    listBuildingNames: (s) => residents.listBuildingNames(s),
    shareLockApartments: (s) => residents.shareLockApartments(s, ['1']),
    lockMatchingResidents: (s) =>
      residents.lockMatchingResidents(s, {
        emailKeys: ['mari@example.org'],
        phoneKeys: ['37255555555'],
        apartmentIds: [apartment.id],
      }),
    insertResidents: (s) => residents.insertResidents(s, [{ ...person, id: newId() }]),
    updateResidents: (s) => residents.updateResidents(s, [{ ...person, id: residentId }]),
    insertResidencies: (s) =>
      residents.insertResidencies(s, [{ ...residency, id: newId(), residentId, apartmentId: apartment.id }]),
    updateResidencies: (s) =>
      residents.updateResidencies(s, [{ ...residency, id: residencyId, apartmentId: apartment.id }]),
    shareLockApartment: (s) => residents.shareLockApartment(s, apartment.id),
    lockResidentOf: (s) =>
      residents.lockResidentOf(s, {
        userId: theirs.residentUserId,
        emailKey: 'mari@example.org',
        apartmentId: apartment.id,
      }),
    unlinkUser: (s) => residents.unlinkUser(s, theirs.residentUserId),
    findCurrentApartment: (s) => residents.findCurrentApartment(s, residentId),
    cancelInvitationsOf: (s) =>
      residents.cancelInvitationsOf(s, { emailKey: 'canary-guest@example.org', makerId: theirs.session.userId }),
    countResidencies: (s) => residents.countResidencies(s, [apartment.id]),
    hasApartmentOn: (s) =>
      residents.hasApartmentOn(s, { userId: theirs.residentUserId, apartmentId: apartment.id, day: '2026-11-01' }),
    listInvitations: (s) => residents.listInvitations(s, page),
    findInvitation: (s) => residents.findInvitation({ ...s, now: new Date(0) }, theirs.invitationHash),
    lockInvitation: (s) => residents.lockInvitation(s, invitationId),
    insertInvitation: (s) => residents.insertInvitation(s, invitation),
    findPersonalCodeHash: (s) => residents.findPersonalCodeHash(s, invitationId),
    endInvitation: (s) => residents.endInvitation(s, invitationId, 'cancelled'),
    expireInvitations: (s) => residents.expireInvitations({ ...s, now: new Date('2099-01-01') }),
  };
};
