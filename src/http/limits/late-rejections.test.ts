// Tests of late rejections: a 429 comes a second late, whatever else is answered meanwhile, and many of them leave connections to others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { makeRejectionDelay } from './late-rejections.ts';

const g = await startTestService({ rateLimits: { credential: 3, tenant: 15, address: 50, bulk: 10, ocr: 2 } });

test('a request over a limit is answered last, though it was asked before others', async () => {
  const [limited, other] = [await anOrganization(g), await anOrganization(g)];
  const answers: string[] = [];
  const note = async (name: string, as: string) => {
    const { status } = await g.ask('GET', '/buildings', { as });
    answers.push(`${name} ${status}`);
  };
  for (let nth = 0; nth < 3; nth += 1) await note('within', limited.owner);
  await Promise.all([note('over', limited.owner), note('other', other.owner)]);
  assert.deepEqual(answers.slice(-2), ['other 200', 'over 429']);
});

test('of more rejections than may wait, the last are answered at once', async () => {
  const ended: number[] = [];
  const waitBefore = makeRejectionDelay(2, 50);
  const waitFor = async (nth: number) => {
    await waitBefore();
    ended.push(nth);
  };
  await Promise.all([1, 2, 3].map(waitFor));
  assert.deepEqual(ended, [3, 1, 2]);
  await Promise.all([4, 5].map(waitFor)); // Both wait again.
  assert.deepEqual(ended.slice(3), [4, 5]);
});
