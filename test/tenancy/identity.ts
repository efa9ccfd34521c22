// The identity queries that a second organization tries on the first one's data.

import * as identity from '../../src/identity/identity-queries.ts';
import * as organizations from '../../src/identity/organization-queries.ts';
import * as linkedAccounts from '../../src/identity/providers/linked-accounts-queries.ts';
import * as secondFactors from '../../src/identity/second-factor-queries.ts';
import * as securityLog from '../../src/identity/security-log-queries.ts';
import * as signIns from '../../src/identity/sign-in-queries.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { hash, now, page, type TenancyQueries } from './two-organizations.ts';

export const identityQueries: TenancyQueries = (theirs) => ({
  findSessionOwner: (s) => identity.findSessionOwner(s, theirs.session.id),
  insertSession: (s) =>
    identity.insertSession(s, { ...theirs.session, createdAt: now, signedInByMail: false, secondFactor: false }),
  lockSession: (s) => identity.lockSession(s, theirs.session.id),
  rotateSession: (s) => identity.rotateSession(s, theirs.session.id, 99, now),
  deleteSession: (s) => identity.deleteSession(s, theirs.session.id),
  insertAccessToken: (s) => identity.insertAccessToken(s, { hash, sessionId: theirs.session.id, expiresAt: now }),
  insertApiKey: (s) =>
    identity.insertApiKey(s, {
      id: newId(),
      name: 'x',
      role: 'owner',
      hint: 'x',
      strict: false,
      readOnly: false,
      buildingIds: [newId()],
      networks: ['192.0.2.0/24'],
      hash,
      expiresAt: null,
      createdBy: null,
    }),
  listApiKeys: (s) => identity.listApiKeys(s, page),
  findApiKey: (s) => identity.findApiKey(s, theirs.keyId),
  lockApiKey: (s) => identity.lockApiKey(s, theirs.keyId),
  updateApiKey: (s) => identity.updateApiKey(s, theirs.keyId, { strict: true, networks: null }),
  insertKeyText: (s) => identity.insertKeyText(s, { id: theirs.keyId, expiresAt: null }, Buffer.alloc(32, 7)),
  replaceKeyText: (s) => identity.replaceKeyText(s, theirs.keyId, now),
  updateKeyHints: (s) => identity.updateKeyHints(s, theirs.keyId, { hint: 'x', previousHint: 'y', previousUntil: now }),
  listKeyBuildings: (s) => identity.listKeyBuildings(s, [theirs.building.id], { archived: true }),
  canLimitToBuildings: (s) => identity.canLimitToBuildings(s),
  wasNetworkRejectedSince: (s) =>
    identity.wasNetworkRejectedSince(s, { keyId: theirs.keyId, network: '192.0.2.7', since: new Date(0) }),
  deleteApiKey: (s) => identity.deleteApiKey(s, theirs.keyId),
  touchApiKey: (s) => identity.touchApiKey(s, theirs.keyId, '192.0.2.7'),
  listOwners: (s) => identity.listOwners(s),
  listMembers: (s) => identity.listMembers(s, {}, page),
  findMember: (s) => identity.findMember(s, theirs.residentUserId),
  findMemberByEmail: (s) => identity.findMemberByEmail(s, 'canary-guest@example.org'),
  lockOwners: (s) => identity.lockOwners(s),
  listMemberIds: (s) => identity.listMemberIds(s),
  lockMembership: (s) => identity.lockMembership(s, theirs.residentUserId),
  updateMembership: (s) => identity.updateMembership(s, theirs.residentUserId, 'owner'),
  deleteMembership: (s) => identity.deleteMembership(s, theirs.residentUserId),
  updateUser: (s) => identity.updateUser(s, { id: theirs.residentUserId, name: 'x', language: 'ru' }),
  resetUser: (s) => identity.resetUser(s, { id: theirs.residentUserId, name: 'x', passwordHash: 'x' }),
  findSession: (s) => identity.findSession(s, theirs.session.id),
  findActorName: async (s) => [
    await securityLog.findActorName(s, { kind: 'user', id: theirs.residentUserId }),
    await securityLog.findActorName(s, { kind: 'key', id: theirs.keyId }),
  ],
  insertSecurityEvent: (s) =>
    securityLog.insertSecurityEvent(s, {
      id: newId(),
      kind: 'signed_in',
      actor: { kind: 'user', id: null, name: null },
      address: null,
      detail: {},
    }),
  listSecurityEvents: (s) => securityLog.listSecurityEvents(s, {}, { ...page, by: 'at' }),
  deleteSecurityEvents: (s) => securityLog.deleteSecurityEvents(s, new Date('2099-01-01'), 100),
  insertTenant: (s) => organizations.insertTenant(s, 'again'),
  findTenant: (s) => identity.findTenant(s),
  insertUser: (s) =>
    identity.insertUser(s, {
      id: theirs.session.userId,
      email: 'x@example.org',
      emailKey: 'x@example.org',
      name: 'x',
      passwordHash: 'x',
    }),
  insertMembership: (s) => identity.insertMembership(s, newId(), 'owner'),
  touchMembership: (s) => identity.touchMembership(s, theirs.session.userId),
  findPasswordHash: (s) => identity.findPasswordHash(s, theirs.session.userId),
  updatePasswordHash: (s) => identity.updatePasswordHash(s, theirs.session.userId, null, 'overwritten'),
  deleteExpired: (s) => identity.deleteExpired({ ...s, realNow: new Date('2099-01-01') }),
});

export const signInQueries: TenancyQueries = ({ session: { id, userId, signInId } }) => ({
  insertSignIn: (s) =>
    signIns.insertSignIn(s, {
      id: newId(),
      userAgent: null,
      address: null,
      expiresAt: new Date('2099-01-01'),
      secondFactorAt: null,
      confirmedAt: null,
    }),
  findConfirmedAt: (s) => signIns.findConfirmedAt(s, signInId),
  recordConfirmation: (s) => signIns.recordConfirmation(s, signInId),
  recordSecondFactor: (s) => signIns.recordSecondFactor(s, signInId),
  markSessionsOf: (s) => signIns.markSessionsOf(s, signInId),
  lockSignIn: (s) => signIns.lockSignIn(s, signInId),
  touchSignIn: (s) => signIns.touchSignIn({ ...s, realNow: new Date('2099-01-01') }, signInId, 0),
  deleteSignIn: (s) => signIns.deleteSignIn(s, signInId),
  deleteOtherSignIns: (s) => signIns.deleteOtherSignIns(s, newId()),
  deleteAllSignInsOf: (s) => signIns.deleteAllSignInsOf(s),
  deleteSignIns: (s) => signIns.deleteSignIns(s, [signInId]),
  listSignInsHere: (s) => signIns.listSignInsHere(s, userId),
  deleteAccessTokens: (s) => signIns.deleteAccessTokens(s, id),
  findSignInOf: (s) => signIns.findSignInOf(s, id),
  listSignIns: (s) => signIns.listSignIns(s, userId, 100),
  deleteSessionsOf: (s) => signIns.deleteSessionsOf(s, signInId),
  findDevices: (s) => signIns.findDevices(s, [hash], now),
  rememberDevice: (s) => signIns.rememberDevice(s, hash, new Date('2099-01-01')),
});

export const secondFactorQueries: TenancyQueries = ({ session: { userId } }) => {
  const row = { id: newId(), name: 'x' };
  const passkey = { ...row, credentialId: hash, publicKey: hash, signCount: 0, transports: [] };
  const challenge = { purpose: 'confirm', organizationId: null, signedInWith: null, secret: null } as const;
  return {
    listSecondFactors: (s) => secondFactors.listSecondFactors(s),
    lockSecondFactors: (s) => secondFactors.lockSecondFactors(s),
    listPasskeys: (s) => secondFactors.listPasskeys(s),
    lockPasskey: (s) => secondFactors.lockPasskey(s, hash),
    lockApps: (s) => secondFactors.lockApps(s),
    insertPasskey: (s) => secondFactors.insertPasskey(s, passkey),
    insertApp: (s) => secondFactors.insertApp(s, { ...row, secret: hash, lastStep: null }),
    recordPasskeyUse: (s) => secondFactors.recordPasskeyUse(s, row.id, 1),
    recordAppUse: (s) => secondFactors.recordAppUse(s, row.id, 1),
    replaceAppSecret: (s) => secondFactors.replaceAppSecret(s, row.id, hash),
    renameSecondFactor: (s) => secondFactors.renameSecondFactor(s, row.id, 'overwritten'),
    deleteSecondFactor: (s) => secondFactors.deleteSecondFactor(s, row.id),
    deleteAllSecondFactors: (s) => secondFactors.deleteAllSecondFactors(s),
    replaceRecoveryCodes: (s) => secondFactors.replaceRecoveryCodes(s, [hash]),
    useRecoveryCode: (s) => secondFactors.useRecoveryCode(s, hash),
    countRecoveryCodes: (s) => secondFactors.countRecoveryCodes(s),
    insertChallenge: (s) =>
      secondFactors.insertChallenge(s.db, now, { ...challenge, hash, expiresAt: new Date('2099-01-01') }),
    findChallenge: (s) => secondFactors.findChallenge(s.db, now, hash, { lock: true }),
    deleteChallenge: (s) => secondFactors.deleteChallenge(s.db, hash),
    findHolders: (s) => secondFactors.findHolders(s, [userId]),
  };
};

export const linkedAccountQueries: TenancyQueries = ({ linkedAccountId }) => ({
  insertLinkedAccount: (s) => linkedAccounts.insertLinkedAccount(s, { id: newId(), issuer: 'x', subjectHash: hash }),
  listLinkedAccounts: (s) => linkedAccounts.listLinkedAccounts(s, 100),
  deleteLinkedAccount: (s) => linkedAccounts.deleteLinkedAccount(s, linkedAccountId),
  hasLinkedAccount: (s) => linkedAccounts.hasLinkedAccount(s, linkedAccountId),
  deleteLinkedAccounts: (s) => linkedAccounts.deleteLinkedAccounts(s.db),
  touchLinkedAccount: (s) => linkedAccounts.touchLinkedAccount(s, [hash]),
});

export const organizationQueries: TenancyQueries = () => ({
  lockMadeTestOrganizations: (s) => organizations.lockMadeTestOrganizations(s),
  listMadeTestOrganizations: (s) => organizations.listMadeTestOrganizations(s),
  lockOutOthers: (s) => organizations.lockOutOthers(s),
  findMadeIn: (s) => organizations.findMadeIn(s),
  lockOrganization: (s) => organizations.lockOrganization(s),
  findOrganization: (s) => organizations.findOrganization(s),
  updateOrganization: (s) =>
    organizations.updateOrganization(s, { name: 'x', accountsByPeopleOnly: true, secondFactorRequired: true }),
  moveTenantClock: (s) => organizations.moveTenantClock(s, 1),
});
