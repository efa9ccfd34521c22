// Tests of the storage of drafts: what is stored tells nothing without the key, and what is deleted meanwhile does not
// come back.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  deleteDrafts,
  findInMemory,
  hadPhoto,
  holdInMemory,
  listDrafts,
  readDraft,
  removeDraft,
  storeDraft,
} from './draft-storage.ts';

/** The storage of a tab: as a browser’s, its items are its own properties. */
function makeStorage(): Storage {
  const items: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > 10_000) throw new DOMException('full', 'QuotaExceededError');
      items[key] = text;
    },
    removeItem: (key: string) => {
      delete items[key];
    },
  };
  return new Proxy(methods, {
    ownKeys: () => Object.keys(items),
    getOwnPropertyDescriptor: (_, key) => describe(items, key),
  }) as Storage;
}
const describe = (items: object, key: string | symbol) =>
  key in items ? { enumerable: true, configurable: true, value: '' } : undefined;

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const draft = { name: 'organization person hand-over', key: keyOf(1) };
const stored = () => sessionStorage.getItem(`haldur-draft ${draft.name}`);

beforeEach(() => {
  globalThis.sessionStorage = makeStorage();
});

test('a draft is read again with the same key and name only, and its storage has no word of it', async () => {
  await storeDraft(draft, '{"name":"Mari Õunapuu"}');
  assert.equal(await readDraft(draft), '{"name":"Mari Õunapuu"}');
  assert.doesNotMatch(`${stored()} ${atob(stored()?.split(' ')[1] ?? '')}`, /Mari|name/);
  assert.equal(await readDraft({ ...draft, key: keyOf(2) }), undefined, 'another key');
  sessionStorage.setItem('haldur-draft other', stored() ?? '');
  assert.equal(await readDraft({ ...draft, name: 'other' }), undefined, 'another form');
  for (const damaged of ['', 'x', '{"name":"Mari"}', 'AAAA AAAA']) {
    sessionStorage.setItem(`haldur-draft ${draft.name}`, damaged);
    assert.equal(await readDraft(draft), undefined, damaged);
  }
});

test('the same text is stored differently each time', async () => {
  await storeDraft(draft, 'text');
  const first = stored();
  await storeDraft(draft, 'text');
  assert.notEqual(stored(), first);
});

test('of several changes at once the last one counts, and a deletion too', async () => {
  await Promise.all(['one', 'two', 'three'].map((text) => storeDraft(draft, text)));
  assert.equal(await readDraft(draft), 'three');
  const storing = storeDraft(draft, 'four');
  removeDraft(draft.name);
  await storing;
  assert.equal(stored(), null);
  const late = storeDraft(draft, 'five');
  deleteDrafts();
  await late;
  assert.equal(stored(), null);
});

test('the drafts of a form are listed by the beginning of their names', async () => {
  await storeDraft(draft, 'text');
  const beginning = draft.name.slice(0, -1);
  assert.deepEqual(listDrafts(beginning), [draft.name]);
  assert.deepEqual(listDrafts(`${draft.name} other`), []);
  removeDraft(draft.name);
  assert.deepEqual(listDrafts(beginning), []);
});

test('signing out deletes all drafts and nothing else; what does not fit is not stored', async () => {
  await storeDraft(draft, 'text');
  sessionStorage.setItem('other', 'stays');
  deleteDrafts();
  assert.deepEqual([stored(), sessionStorage.getItem('other')], [null, 'stays']);
  await storeDraft(draft, 'small');
  await storeDraft(draft, 'x'.repeat(20_000));
  assert.equal(stored(), null, 'not an older one either');
});

test('a photo is held until the person signs out, and that there was one is known after a reload', async () => {
  holdInMemory(draft.name, 'photo');
  await storeDraft(draft, 'text', true);
  assert.deepEqual([await readDraft(draft), hadPhoto(draft.name), findInMemory(draft.name)], ['text', true, 'photo']);
  await storeDraft(draft, 'text');
  assert.equal(hadPhoto(draft.name), false);
  deleteDrafts();
  assert.equal(findInMemory(draft.name), undefined);
});

test('where browsers cannot encrypt, nothing is stored', async () => {
  const { subtle } = crypto;
  Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
  try {
    await storeDraft(draft, 'text');
    assert.equal(stored(), null);
    assert.equal(await readDraft(draft), undefined);
  } finally {
    Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true });
  }
});
