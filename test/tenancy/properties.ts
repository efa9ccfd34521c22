// The properties queries that a second organization tries on the first one's data.
import { newId } from '../../src/platform/values/ids.ts';
import * as accounts from '../../src/properties/bank-account-queries.ts';
import { defaultBilling } from '../../src/properties/buildings.ts';
import type { SenderDetails } from '../../src/properties/model.ts';
import * as portfolio from '../../src/properties/property-queries.ts';
import * as letterhead from '../../src/properties/sender-details-queries.ts';
import { hash, now, page, type TenancyQueries } from './two-organizations.ts';

const senderDetails: SenderDetails = {
  registrationNumber: 'mine',
  vatNumber: null,
  street: null,
  city: null,
  postalCode: null,
  country: 'EE',
  email: null,
  phone: null,
  logoId: null,
};

export const propertyQueries: TenancyQueries = (theirs) => {
  // Rows that the second organization writes, pointing at the first one's.
  const mine = {
    building: { id: newId(), name: 'mine', address: 'mine', billing: defaultBilling, createdAt: now, updatedAt: now },
    apartment: {
      id: newId(),
      buildingId: theirs.building.id,
      number: 'mine',
      floor: null,
      area: null,
      heatedArea: null,
      shares: null,
      residentCount: null,
      referenceNumber: '1',
      createdAt: now,
      updatedAt: now,
    },
  };
  return {
    buildingEverExisted: (s) => portfolio.buildingEverExisted(s, theirs.building.id),
    listExistingBuildings: (s) => portfolio.listExistingBuildings(s, [theirs.building.id]),
    setAccount: (s) => accounts.setAccount(s, theirs.building.id, { iban: 'x', beneficiary: 'x' }),
    insertAccountChange: (s) =>
      accounts.insertAccountChange(s, {
        id: newId(),
        buildingId: theirs.building.id,
        changedAt: now,
        actor: { kind: 'user', name: 'x' },
        before: { iban: null, beneficiary: null },
        after: { iban: 'x', beneficiary: 'x' },
        confirmedAt: null,
      }),
    findNewestChange: (s) => accounts.findNewestChange(s, theirs.building.id),
    confirmAccountChange: (s) => accounts.confirmAccountChange(s, theirs.accountChangeId),
    undoAccountChange: (s) => accounts.undoAccountChange(s, theirs.accountChangeId),
    insertUndoLink: (s) => accounts.insertUndoLink(s, { hash, changeId: theirs.accountChangeId, ownerId: newId() }),
    findLinkedChange: (s) => accounts.findLinkedChange(s, theirs.undoHash),
    findSenderDetails: (s) => letterhead.findSenderDetails(s),
    lockSenderDetails: (s) => letterhead.lockSenderDetails(s, senderDetails),
    saveSenderDetails: (s) => letterhead.saveSenderDetails(s, senderDetails),
    findSender: (s) => letterhead.findSender(s, theirs.building.id),
    findBuildingSender: (s) => letterhead.findBuildingSender(s, theirs.building.id),
    saveBuildingSender: (s) => letterhead.saveBuildingSender(s, theirs.building.id, { ...senderDetails, name: 'x' }),
    deleteBuildingSender: (s) => letterhead.deleteBuildingSender(s, theirs.building.id),
    noteSentByOrganization: (s) => letterhead.noteSentByOrganization(s, theirs.building.id),
    isSenderOpen: async (s) => void letterhead.isSenderOpen(s),
    findOpenSenders: (s) => letterhead.findOpenSenders(s, [theirs.building.id]),
    listVatExceptions: (s) => letterhead.listVatExceptions(s, true),
    visibleApartmentCondition: async (s) => void portfolio.visibleApartmentCondition(s.db, s.caller, now, 'a.id'),
    findBuildings: (s) => portfolio.findBuildings(s, [theirs.building.id]),
    findApartments: (s) => portfolio.findApartments(s, [theirs.apartment.id]),
    findApartmentNames: (s) => portfolio.findApartmentNames(s, [theirs.apartment.id]),
    listBuildings: (s) => portfolio.listBuildings(s, page),
    listOwnApartments: (s) => portfolio.listOwnApartments(s),
    placesExist: async (s) =>
      [
        await portfolio.placesExist(s, { buildingId: theirs.building.id }, 'ever'),
        await portfolio.placesExist(s, { apartmentId: theirs.apartment.id }),
      ].filter(Boolean),
    findBuilding: (s) => portfolio.findBuilding(s, theirs.building.id),
    lockBuilding: (s) => portfolio.lockBuilding(s, theirs.building.id),
    shareLockBuilding: (s) => portfolio.shareLockBuilding(s, theirs.building.id),
    insertBuilding: (s) => portfolio.insertBuilding(s, mine.building),
    updateBuilding: (s) => portfolio.updateBuilding(s, { ...mine.building, id: theirs.building.id }),
    setLateInterest: (s) => portfolio.setLateInterest(s, theirs.building.id, { from: '2026-10-01', percentPerDay: 1 }),
    archiveBuilding: (s) => portfolio.archiveBuilding(s, theirs.building.id),
    countApartments: (s) => portfolio.countApartments(s, theirs.building.id, [theirs.apartment.id]),
    countUnpaidInvoices: (s) => portfolio.countUnpaidInvoices(s, { buildingId: theirs.building.id }),
    findFirstBilledDay: async (s) =>
      (await portfolio.findFirstBilledDay(s, theirs.building.id)) === null ? [] : ['some'],
    listApartments: (s) => portfolio.listApartments(s, theirs.building.id, page),
    findApartment: (s) => portfolio.findApartment(s, theirs.building.id, theirs.apartment.id),
    listAllApartments: (s) => portfolio.listAllApartments(s, theirs.building.id),
    lockApartment: (s) => portfolio.lockApartment(s, theirs.building.id, theirs.apartment.id),
    isNumberInUse: (s) => portfolio.isNumberInUse(s, theirs.building.id, '1', newId()),
    insertApartment: (s) => portfolio.insertApartment(s, mine.apartment, 'mine'),
    updateApartment: (s) => portfolio.updateApartment(s, { ...mine.apartment, id: theirs.apartment.id }, 'mine'),
    touchResidents: (s) => portfolio.touchResidents(s, { buildingId: theirs.building.id }),
    archiveApartment: (s) => portfolio.archiveApartment(s, theirs.apartment.id),
  };
};
