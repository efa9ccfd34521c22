// What a second organization asks the queries of identity for.
import * as identity from '../../src/identity/queries.ts';
import { newId } from '../../src/platform/ids.ts';
import { hash, now, type Questions } from './ground.ts';

export const identityQuestions: Questions = (theirs) => ({
  insertSession: (s) => identity.insertSession(s, { ...theirs.session, createdAt: now }),
  lockSession: (s) => identity.lockSession(s, theirs.session.id),
  rotateSession: (s) => identity.rotateSession(s, theirs.session.id, 99, now),
  deleteSession: (s) => identity.deleteSession(s, theirs.session.id),
  insertAccessToken: (s) => identity.insertAccessToken(s, { hash, sessionId: theirs.session.id, expiresAt: now }),
  insertApiKey: (s) =>
    identity.insertApiKey(s, { id: theirs.keyId, name: 'x', role: 'owner', hint: 'x', hash, expiresAt: null }),
  insertTenant: (s) => identity.insertTenant(s, 'again'),
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
  updatePasswordHash: (s) => identity.updatePasswordHash(s, theirs.session.userId, 'overwritten'),
  deleteExpired: (s) => identity.deleteExpired({ ...s, now: new Date('2099-01-01') }),
});
