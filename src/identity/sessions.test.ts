// Tests of sessions: refresh tokens rotate, a lost answer can be repeated for a minute, a stolen token ends the
// session, and no order of events splits one.
import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { mailsIn } from '../../test/mail-servers.ts';
import { anOrganization, aPerson, password, startTestService } from '../../test/service-fixture.ts';
import { NotFound, Unauthenticated } from '../platform/errors.ts';
import { withCredential } from './authenticate.ts';
import { createUser } from './operator-accounts.ts';
import { confirmPassword, refreshSession, type SignedIn, signOut } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { makeThrottle } from './sign-in-throttle.ts';
import { type PresentedCredential, parseBearer, parseRefreshToken } from './tokens.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const start = g.clock.now;
const minute = 60_000;
const day = 24 * 60 * minute;

function at(ms: number): void {
  g.clock.now = new Date(start.getTime() + ms);
}

async function enter(email = organization.email, tenantId?: string): Promise<SignedIn> {
  at(0);
  return signIn(g.app, makeThrottle(), { email, password, tenantId, address: '192.0.2.1' });
}

const again = (token: { refreshToken: string }) => refreshSession(g.app, token.refreshToken);

/** What became of an attempt: a successor, or the code of the refusal. */
async function outcome<Result>(attempt: Promise<Result>): Promise<Result | string> {
  try {
    return await attempt;
  } catch (error) {
    assert.ok(error instanceof Unauthenticated, String(error));
    return error.code;
  }
}

const credentialOf = (token: string) => parseBearer(token) as PresentedCredential;

async function isAlive({ accessToken }: SignedIn): Promise<boolean> {
  try {
    return await withCredential(g.app, credentialOf(accessToken), 'read only', { work: async () => true });
  } catch (error) {
    assert.ok(error instanceof Unauthenticated);
    return false;
  }
}

const leave = ({ accessToken }: SignedIn) =>
  withCredential(g.app, credentialOf(accessToken), 'read write', { work: signOut });

async function sessionsOf(token: SignedIn): Promise<number> {
  const [row] =
    await g.owner`select count(*) as count from sessions where id = ${parseRefreshToken(token.refreshToken)?.sessionId ?? ''}`;
  return Number(row?.count);
}

test('a refresh gives a new pair, and the previous access token stays valid until it expires', async () => {
  const first = await enter();
  at(minute);
  const second = await again(first);
  assert.equal(parseBearer(second.accessToken)?.tenantId, organization.tenantId);
  assert.notEqual(second.accessToken, first.accessToken);
  assert.notEqual(second.refreshToken, first.refreshToken);
  assert.deepEqual([second.tokenType, second.expiresIn, second.tenantId], ['Bearer', 900, organization.tenantId]);
  assert.ok((await isAlive(first)) && (await isAlive(second)));
  at(15 * minute);
  assert.ok(!(await isAlive(first)) && (await isAlive(second)));
});

test('an access token is valid for fifteen minutes, to the millisecond', async () => {
  const token = await enter();
  at(15 * minute - 1);
  assert.ok(await isAlive(token));
  at(15 * minute);
  assert.ok(!(await isAlive(token)));
});

test('a lost answer can be repeated for a minute: the same successor, as often as requested', async () => {
  const first = await enter();
  const second = await again(first);
  for (const ms of [0, 1, 30_000, 59_999]) {
    at(ms);
    assert.equal((await again(first)).refreshToken, second.refreshToken, String(ms));
  }
  const third = await again(second);
  assert.equal(typeof third, 'object');
});

test('after a minute the replaced token ends the session with all its access tokens', async () => {
  const first = await enter();
  const second = await again(first);
  at(minute);
  assert.equal(await outcome(again(first)), 'refresh_token_reused');
  assert.ok(!(await isAlive(first)) && !(await isAlive(second)));
  assert.equal(await outcome(again(second)), 'invalid_token');
  assert.equal(await outcome(again(first)), 'invalid_token');
  assert.equal(await sessionsOf(first), 0);
});

test('once the successor is used, its predecessor ends the session even within the minute', async () => {
  const first = await enter();
  const third = await again(await again(first));
  assert.equal(await outcome(again(first)), 'refresh_token_reused');
  assert.ok(!(await isAlive(third)));
  assert.equal(await outcome(again(third)), 'invalid_token');
});

test('a person whose token was reused gets one e-mail, in their language', async () => {
  const { email, token: as } = await aPerson(g, organization.tenantId, 'manager');
  await g.ask('PATCH', '//console/api/me', { as, body: { language: 'en', name: 'Mari Tamm' } });
  const first = await enter(email);
  const second = await again(first);
  const letters = async () => (await mailsIn(g, email)).filter(({ kind }) => kind === 'session-ended');
  assert.deepEqual(await letters(), []);
  at(minute);
  await outcome(again(first));
  await outcome(again(first));
  await outcome(again(second));
  const [letter, ...more] = await letters();
  assert.equal(more.length, 0);
  assert.deepEqual(
    [letter?.kind, letter?.name, letter?.tenantId],
    ['session-ended', 'Mari Tamm', organization.tenantId],
  );
  assert.match(letter?.text ?? '', /used a second time \(20 November 2026 at 09:01 UTC\)/);
});

test('ten simultaneous refreshes with one token make one family: the same successor for all, ten working access tokens', async () => {
  const first = await enter();
  const all = await Promise.all(Array.from({ length: 10 }, () => again(first)));
  assert.equal(new Set(all.map((signedIn) => signedIn.refreshToken)).size, 1);
  assert.equal(new Set(all.map((signedIn) => signedIn.accessToken)).size, 10);
  for (const [nth, signedIn] of all.entries()) assert.ok(await isAlive(signedIn), `session ${nth}`);
  assert.equal(await sessionsOf(first), 1);
  const [firstToken] = all;
  assert.ok(firstToken);
  assert.equal(typeof (await again(firstToken)), 'object');
});

test('thirty days without use end a session, use extends it, and ninety days end it in any case', async () => {
  const idle = await enter();
  at(30 * day - 1);
  const used = await again(idle);
  at(60 * day - 2);
  const later = await again(used);
  at(90 * day - 3);
  const last = await again(later);
  at(90 * day);
  assert.equal(await outcome(again(last)), 'invalid_token');
  assert.equal(await sessionsOf(idle), 0);
  const silent = await enter();
  at(30 * day);
  assert.equal(await outcome(again(silent)), 'invalid_token');
});

test('signing out ends the session for all its tokens, and no other session', async () => {
  const [mine, other] = [await enter(), await enter()];
  const next = await again(mine);
  await leave(next);
  for (const [which, token] of Object.entries({ mine, next })) {
    assert.ok(!(await isAlive(token)), which);
    assert.equal(await outcome(again(token)), 'invalid_token', which);
  }
  assert.ok(await isAlive(other));
});

test('any order of refreshes, waits and sign-outs leaves one family or none, as the rules say', async () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('refresh' as const), back: fc.integer({ min: 0, max: 3 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 30_000, 59_999, 60_000) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('sign out' as const) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const tokens = [await enter()];
      const issued = [...tokens];
      let [now, rotatedAt, alive] = [0, 0, true];
      for (const [nth, step] of steps.entries()) {
        const current = tokens.length - 1;
        if (step.kind === 'wait') {
          now += step.ms;
          at(now);
        } else if (step.kind === 'sign out') {
          const newest = issued.at(-1);
          if (alive && newest) await leave(newest);
          alive = false;
        } else {
          const index = Math.max(0, current - step.back);
          const token = tokens[index];
          assert.ok(token, `step ${nth}`);
          const result = await outcome(again(token));
          if (!alive) assert.equal(result, 'invalid_token', `step ${nth}`);
          else if (index === current) {
            assert.ok(typeof result === 'object', `step ${nth}`);
            tokens.push(result);
            rotatedAt = now;
          } else if (index === current - 1 && now - rotatedAt < minute) {
            assert.ok(typeof result === 'object', `step ${nth}`);
            assert.equal(result.refreshToken, tokens[current]?.refreshToken, `step ${nth}`);
          } else {
            assert.equal(result, 'refresh_token_reused', `step ${nth}`);
            alive = false;
          }
          if (typeof result === 'object') issued.push(result);
        }
      }
      for (const [nth, token] of issued.entries()) assert.equal(await isAlive(token), alive, `token ${nth}`);
    }),
    { numRuns: 30 },
  );
});

test('refreshing the replaced token, refreshing the new one and signing out at the same moment ends the session in every order', async () => {
  for (let round = 0; round < 8; round += 1) {
    const first = await enter();
    const second = await again(first);
    const results = await Promise.all([
      outcome(again(first)),
      outcome(again(second)),
      // Too late where the replaced token has ended the session before.
      outcome(leave(second)),
      outcome(again(first)),
    ]);
    for (const [nth, item] of [first, second, ...results].entries()) {
      if (typeof item !== 'object') continue;
      assert.ok(!(await isAlive(item)), `round ${round}, item ${nth}`);
      assert.equal(await outcome(again(item)), 'invalid_token', `round ${round}, item ${nth}`);
    }
    assert.equal(await sessionsOf(first), 0, `round ${round}`);
  }
});

test('the replaced and the new token at the same moment: the session continues or ends, but never splits', async () => {
  for (let round = 0; round < 8; round += 1) {
    const first = await enter();
    const second = await again(first);
    const results = await Promise.all([outcome(again(first)), outcome(again(second)), outcome(again(second))]);
    const successors = new Set(results.flatMap((result) => (typeof result === 'object' ? [result.refreshToken] : [])));
    successors.delete(second.refreshToken);
    assert.ok(successors.size <= 1, `round ${round}`);
    assert.ok((await sessionsOf(first)) <= 1, `round ${round}`);
  }
});

test('a removed member’s session ends, and a demoted member’s role changes, with the next request', async () => {
  const { email, userId } = await aPerson(g, organization.tenantId, 'manager');
  const token = await enter(email);
  const roleNow = () =>
    withCredential(g.app, credentialOf(token.accessToken), 'read only', { work: async ({ caller }) => caller.role });
  assert.equal(await roleNow(), 'manager');
  const member = `//console/api/members/${userId}`;
  await g.ask('PATCH', member, { as: organization.owner, body: { role: 'accountant' } });
  assert.equal(await roleNow(), 'accountant');
  assert.equal(await roleNow(), 'accountant');
  await g.ask('DELETE', member, { as: organization.owner });
  assert.ok(!(await isAlive(token)));
  assert.equal(await outcome(again(token)), 'invalid_token');
  assert.equal(await outcome(enter(email)), 'invalid_credentials');
});

test('a member of several organizations signs in to the one used last, or to the named one', async () => {
  const otherOrganization = await anOrganization(g);
  const stranger = await anOrganization(g);
  const { email } = await aPerson(g, organization.tenantId, 'manager');
  await createUser(g.app, { tenantId: otherOrganization.tenantId, email, password, role: 'accountant' });
  assert.equal((await enter(email, otherOrganization.tenantId.toUpperCase())).tenantId, otherOrganization.tenantId);
  at(minute);
  const signInLater = (tenantId?: string) =>
    signIn(g.app, makeThrottle(), { email, password, tenantId, address: '192.0.2.1' });
  assert.equal((await signInLater(organization.tenantId)).tenantId, organization.tenantId);
  at(2 * minute);
  assert.equal((await signInLater()).tenantId, organization.tenantId);
  at(3 * minute);
  assert.equal((await signInLater(otherOrganization.tenantId)).tenantId, otherOrganization.tenantId);
  at(4 * minute);
  assert.equal((await signInLater()).tenantId, otherOrganization.tenantId);
  await assert.rejects(signInLater(stranger.tenantId), NotFound);
});

test('an e-mail address is the same in any case, with spaces around it, composed or decomposed', async () => {
  const { tenantId } = organization;
  await createUser(g.app, { tenantId, email: 'Koik.Uks@K\u00f5rtsi.Example.org', password, role: 'manager' });
  for (const email of ['koik.uks@k\u00f5rtsi.example.org', ' KOIK.UKS@KO\u0303RTSI.EXAMPLE.ORG '])
    assert.equal((await enter(email)).tenantId, tenantId, email);
});

test('a password hashed with older parameters is hashed again at sign-in', async () => {
  const { email, userId } = await aPerson(g, organization.tenantId, 'manager');
  const kept = async () =>
    (await g.owner<{ passwordHash: string }[]>`select password_hash from users where id = ${userId}`)[0]
      ?.passwordHash ?? '';
  const nonce = Buffer.alloc(16, 5);
  const previous = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const text = `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString('base64').slice(0, 22)}$${previous.toString('base64').slice(0, 43)}`;
  // The hash of an earlier version.
  await g.owner`update users set password_hash = ${text} where id = ${userId}`;
  assert.equal(
    await outcome(signIn(g.app, makeThrottle(), { email, password: 'wrong', address: '192.0.2.1' })),
    'invalid_credentials',
  );
  assert.equal(await kept(), text);
  await enter(email);
  assert.match(await kept(), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await enter(email);
});

test('many simultaneous guesses learn no more than the five that are free', async () => {
  const { email } = await aPerson(g, organization.tenantId, 'manager');
  const throttle = makeThrottle();
  at(0);
  const guess = (word: string) =>
    signIn(g.app, throttle, { email, password: word, address: '192.0.2.1' }).then(
      () => 'in',
      (error) => error.code,
    );
  const results = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(`guess ${n}`)));
  assert.equal(results.filter((result) => result === 'invalid_credentials').length, 5);
  assert.equal(results.filter((result) => result === 'sign_in_throttled').length, 15);
  assert.equal(await guess(password), 'sign_in_throttled');
  at(1000);
  assert.equal(await guess(password), 'in');
});

test('confirming a password is throttled separately: wrong ones never end a session or hinder signing in', async () => {
  const { email, userId } = await aPerson(g, organization.tenantId, 'owner');
  const throttle = makeThrottle();
  const confirm = (word: string) =>
    confirmPassword(g.app, throttle, { tenantId: organization.tenantId, userId }, word).then(
      () => 'confirmed',
      (error) => error.code,
    );
  at(0);
  for (let n = 0; n < 5; n += 1) assert.equal(await confirm('wrong'), 'password_confirmation_failed', `n ${n}`);
  assert.equal(await confirm(password), 'sign_in_throttled');
  assert.equal(
    (await signIn(g.app, throttle, { email, password, address: '192.0.2.1' })).tenantId,
    organization.tenantId,
  );
  at(1000);
  assert.equal(await confirm(password), 'confirmed');
});

test('nothing stored about a session can be used as a credential', async () => {
  const token = await enter();
  const rows =
    await g.owner`select to_jsonb(s)::text || coalesce(to_jsonb(c)::text, '') as text from sessions s left join credentials c on c.session_id = s.id`;
  const kept = rows.map((row) => row.text).join();
  for (const [nth, secret] of [token.accessToken, token.refreshToken].entries()) {
    assert.ok(!kept.includes(secret) && !kept.includes(secret.slice(4, 40)), `secret ${nth}`);
    assert.ok(!kept.includes(Buffer.from(secret).toString('hex')), `secret ${nth}`);
    assert.ok(!kept.includes(parseRefreshToken(secret)?.mac.toString('hex') ?? 'none'), `secret ${nth}`);
  }
});
