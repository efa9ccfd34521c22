// Tests of whether two lines of different files are one booking: by the fields both have, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeReference, toRfReference } from '../../../properties/payment-reference.ts';
import {
  comparable,
  compareSameId,
  contentKeyOf,
  couldBeSameEntry,
  type EntryContent,
  earlierKeyOf,
  entryKeyOf,
  isNear,
  plainText,
} from './same-booking.ts';

const [R1, R2] = [makeReference(1), makeReference(2)];
const content = (more: Partial<EntryContent> = {}): EntryContent => ({
  references: [],
  text: '',
  payerName: null,
  payerIban: null,
  endToEndId: null,
  bookedOn: '2026-11-10',
  ...more,
});
type Lines = readonly [Partial<EntryContent>, Partial<EntryContent>];
const compared = ([a, b]: Lines) => [comparable(content(a)), comparable(content(b))] as const;
const bothWays = (some: readonly Lines[]) =>
  some.flatMap(([a, b]): Lines[] => [
    [a, b],
    [b, a],
  ]);

const sameIdentifiers: readonly Lines[] = [
  [{ references: [R1] }, { references: [toRfReference(R1)] }],
  [{ references: [R1] }, { text: `viide ${R1}` }],
  [{ references: [R1, R2] }, { references: [R2] }],
  [{ endToEndId: '7' }, { endToEndId: '7' }],
  [{ payerIban: 'EE1' }, { payerIban: 'EE1' }],
  [
    { payerIban: 'EE1', payerName: 'Mari Tamm' },
    { payerIban: 'EE1', payerName: 'Jaan Kask' },
  ],
];
const otherMoney: readonly Lines[] = [
  [{ references: [R1] }, { references: [R2] }],
  [{ endToEndId: '7' }, { endToEndId: '8' }],
  [{ payerIban: 'EE1' }, { payerIban: 'EE2' }],
  [
    { references: [R1], endToEndId: '7' },
    { references: [R1], endToEndId: '8' },
  ],
];
const nothingInCommon: readonly Lines[] = [
  [{}, {}],
  [{ references: [R1] }, { endToEndId: '7' }],
  [{ payerIban: 'EE1' }, { payerName: 'Mari Tamm' }],
];
const sharedName: Lines = [{ payerName: 'Mari Tamm' }, { payerName: 'TAMM MARI-LIIS' }];
const otherNames: Lines = [{ payerName: 'Mari Tamm' }, { payerName: 'Jaan Kask' }];
const throughInstitution: Lines = [{ payerName: 'Mari Tamm (Revolut Bank UAB)' }, { payerName: 'Revolut Bank UAB' }];
const ofOneInstitution: Lines = [
  { payerName: 'Mari Tamm (Revolut Bank UAB)' },
  { payerName: 'Jaan Kask (Revolut Bank UAB)' },
];
const otherCompanies: Lines = [{ payerName: 'Osaühing Tamm' }, { payerName: 'Osaühing Kask' }];

test('lines with one id are the same unless a field that both have differs; names alone leave a doubt', () => {
  for (const lines of bothWays([...sameIdentifiers, ...nothingInCommon, sharedName, throughInstitution]))
    assert.equal(compareSameId(...compared(lines)), 'same', JSON.stringify(lines));
  for (const lines of otherMoney) assert.equal(compareSameId(...compared(lines)), 'other', JSON.stringify(lines));
  for (const lines of [otherNames, otherCompanies, ofOneInstitution])
    assert.equal(compareSameId(...compared(lines)), 'doubtful', JSON.stringify(lines));
});

test('an id that comes again after more than ten days leaves a doubt, unless it is other money', () => {
  for (const [bookedOn, verdict] of [
    ['2026-11-20', 'same'],
    ['2026-11-21', 'doubtful'],
    ['2026-10-31', 'same'],
    ['2026-10-30', 'doubtful'],
  ] as const) {
    assert.equal(compareSameId(...compared([{ endToEndId: '7' }, { endToEndId: '7', bookedOn }])), verdict, bookedOn);
    assert.equal(isNear('2026-11-10', bookedOn), verdict === 'same', bookedOn);
    assert.equal(compareSameId(...compared([{ endToEndId: '7' }, { endToEndId: '8', bookedOn }])), 'other', bookedOn);
  }
});

test('lines without an id could be one unless a field differs; of other names only with one text', () => {
  for (const lines of bothWays([...sameIdentifiers, ...nothingInCommon, sharedName, throughInstitution]))
    assert.equal(couldBeSameEntry(...compared(lines)), true, JSON.stringify(lines));
  for (const lines of [...otherMoney, otherNames, otherCompanies, ofOneInstitution])
    assert.equal(couldBeSameEntry(...compared(lines)), false, JSON.stringify(lines));
  const [a, b] = otherNames;
  assert.equal(
    couldBeSameEntry(
      ...compared([
        { ...a, text: 'Üür' },
        { ...b, text: ' üür ' },
      ]),
    ),
    true,
  );
  assert.equal(
    couldBeSameEntry(
      ...compared([
        { ...a, text: 'Üür' },
        { ...b, text: 'vesi' },
      ]),
    ),
    false,
  );
});

test('short words of a name are shared by many, so they make no name', () => {
  assert.deepEqual(comparable(content({ payerName: 'Ann-Ly Ott Tamm' })).names, ['tamm']);
});

test('a text is compared without case, blanks and differences of encoding', () => {
  assert.equal(plainText('  Üür \n\t ﬁrma  OÜ '), 'üür firma oü');
  assert.equal(plainText('Üür'.normalize('NFD')), 'üür');
});

test('the content of a line is everything but its day', () => {
  const line = content({ references: [R1], text: 'a', payerName: 'b', payerIban: 'c', endToEndId: 'd' });
  assert.equal(contentKeyOf(line), contentKeyOf({ ...line, bookedOn: '2026-01-01' }));
  for (const change of [{ references: [R2] }, { text: '' }, { payerName: '' }, { payerIban: '' }, { endToEndId: '' }])
    assert.notEqual(contentKeyOf(line), contentKeyOf({ ...line, ...change }), JSON.stringify(change));
});

test('the key of a line is the bank’s id with its money, or else everything that it says', () => {
  const line = {
    ...{ line: 1, statement: 0, account: 'EE1', currency: 'EUR', credit: true, amount: 500, bankId: null },
    ...{ batchId: null, batchAmount: null, transactionId: null, orderNumber: null, reversal: false },
    ...content({ references: [R1], text: 'Üür', payerName: 'Mari', payerIban: 'EE2', endToEndId: '7' }),
  };
  const key = entryKeyOf(line);
  assert.match(key, /^[0-9a-f]{32}$/);
  assert.equal(entryKeyOf({ ...line, references: [toRfReference(R1)], text: ' üür', payerName: 'MARI' }), key);
  const said = {
    bookedOn: '2026-11-11',
    endToEndId: '8',
    references: [R2],
    text: '',
    payerIban: null,
    payerName: null,
  };
  const money = { account: 'EE3', currency: 'USD', credit: false, amount: 501 };
  const changes = (of: object) => Object.entries(of).map(([name, value]) => ({ [name]: value }));
  for (const change of [...changes(said), ...changes(money), { bankId: 'x' }])
    assert.notEqual(entryKeyOf({ ...line, ...change }), key, JSON.stringify(change));
  const withId = { ...line, bankId: 'x' };
  for (const change of changes(said)) assert.equal(entryKeyOf({ ...withId, ...change }), entryKeyOf(withId));
  for (const change of [...changes(money), { bankId: 'y' }])
    assert.notEqual(entryKeyOf({ ...withId, ...change }), entryKeyOf(withId), JSON.stringify(change));
  assert.equal(entryKeyOf({ ...line, payerName: null }), entryKeyOf({ ...line, payerName: ' ' }));
  const through = { ...line, payerName: 'Mari (Revolut Bank UAB)' };
  assert.equal(earlierKeyOf(through), entryKeyOf({ ...line, payerName: 'Revolut Bank UAB' }));
  assert.deepEqual([earlierKeyOf(line), earlierKeyOf({ ...through, bankId: 'x' })], [null, null]);
});
