// Tests of PDF files with independent readers: their content, that the same document gives the same file, and that no
// name is markup.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeInvoiceDocument, makePosition } from '../../../test/document-fixture.ts';
import { codeOn, poppler, textOf, withoutPoppler } from '../../../test/pdf-tools.ts';
import { Unavailable } from '../../platform/errors.ts';
import { languages } from '../../platform/values/languages.ts';
import { paymentCodeText } from './payment-code.ts';
import { fingerprint, makePdfRenderer } from './render-pdf.ts';

const pages = makePdfRenderer({ deadline: 240_000, startDeadline: 240_000 }); // Other tests may have both processors.
after(() => pages.stop());
const skip = withoutPoppler;

test('the same document gives the same file byte for byte, also in another process, and its fingerprint says so', async () => {
  const others = makePdfRenderer({ deadline: 240_000, startDeadline: 240_000 });
  const [first, second, third] = [
    await pages.render(makeInvoiceDocument()),
    await pages.render(makeInvoiceDocument()),
    await others.render(makeInvoiceDocument()),
  ];
  await others.stop();
  assert.deepEqual(first, second);
  assert.deepEqual(first, third);
  assert.equal(fingerprint(makeInvoiceDocument()), fingerprint(makeInvoiceDocument()));
  const russian = makeInvoiceDocument({ language: 'ru' });
  assert.notDeepEqual(await pages.render(russian), first);
  assert.notEqual(fingerprint(russian), fingerprint(makeInvoiceDocument()));
});

test('an ordinary invoice is a page and an explanation, tagged, with a title, in A4', { skip }, async () => {
  const positions = Array.from({ length: 14 }, (_, place) =>
    makePosition({ code: `c${place}`, description: `Teenus ${place}` }),
  );
  const info = await poppler('pdfinfo', [], await pages.render(makeInvoiceDocument({ invoice: { positions } })));
  assert.match(info, /Title: +Arve K12-2026-000017/);
  assert.match(info, /Tagged: +yes/);
  assert.match(info, /Page size: +59\d\.\d+ x 84\d\.\d+ pts \(A4\)/);
  const text = await textOf(await pages.render(makeInvoiceDocument({ invoice: { positions } })));
  const [first, second] = text.split('\f');
  assert.match(first ?? '', /Teenus 13[\s\S]*Makse andmed|EE38 2200 2210 2014 5685/);
  assert.match(second ?? '', /Arvutuskäik/);
});

test('what was used is below the calculation, lower where there is less room, and never alone on a page', {
  skip,
}, async () => {
  const months = ['2026-08', '2026-09', '2026-10'].map((month, place) => ({ month, quantity: String(place + 2) }));
  const usage = [{ type: 'cold_water', unit: 'm3', months }] as const;
  const render = async (count: number, used: typeof usage | []) => {
    const positions = Array.from({ length: count }, (_, place) => makePosition({ code: `c${place}` }));
    const text = await textOf(await pages.render(makeInvoiceDocument({ invoice: { positions }, usage: used })));
    return { pages: text.split('\f').length, isShown: text.includes('Teie tarbimine') };
  };
  const shown: boolean[] = [];
  for (const count of [2, 14, 15, 16]) {
    const [plain, used] = [await render(count, []), await render(count, usage)];
    assert.equal(used.pages, plain.pages, `${count} positions`);
    shown.push(used.isShown);
  }
  assert.deepEqual(shown, [true, true, false, true]);
});

test('why a charge is more is said with its calculation, on as many lines as it needs', { skip }, async () => {
  const bill = { factor: 'bill', before: 10_000, now: 12_345.67, unit: null } as const;
  const share = { factor: 'share', before: 0.0168, now: 0.0169, unit: null } as const;
  const written = async (factors: readonly (typeof bill | typeof share)[]) =>
    textOf(await pages.render(makeInvoiceDocument({ rises: { heating: { than: 'previous', factors } } })));
  assert.match(
    (await written([bill])).replaceAll('\u00a0', ' '),
    /Küte.*\n+ *Kallim kui eelmisel perioodil, sest maja arve oli suurem \(10 000,00 € → 12 345,67 €\)\.\n/,
  );
  const long = (await written([bill, share, bill])).replaceAll(/\s+/g, ' ');
  assert.match(
    long,
    /Kallim kui eelmisel perioodil, sest maja arve .* ja maja arve oli suurem \(10 000,00 € → 12 345,67 €\)\./,
  );
});

test('the file declares PDF/A-3a', async () => {
  const pdf = Buffer.from(await pages.render(makeInvoiceDocument())).toString('latin1');
  assert.match(pdf, /pdfaid:part>3</);
  assert.match(pdf, /pdfaid:conformance>A</);
  assert.match(pdf, /\/Lang \(et\)/);
});

test('the code on the page has the text that a bank app reads', { skip }, async () => {
  const { payee, invoice } = makeInvoiceDocument();
  const wanted = paymentCodeText({
    payee: payee.name,
    iban: payee.iban ?? '',
    amount: invoice.balance,
    currency: 'EUR',
    reference: invoice.reference,
  });
  assert.equal(await codeOn(await pages.render(makeInvoiceDocument())), wanted);
});

test('what is not payable has no code: drafts, cancelled and paid invoices, and those without an account', {
  skip,
}, async () => {
  for (const [nth, other] of [
    makeInvoiceDocument({ invoice: { status: 'draft' } }),
    makeInvoiceDocument({ invoice: { status: 'cancelled', balance: 0 } }),
    makeInvoiceDocument({ invoice: { status: 'paid', paidDate: '2026-11-12', amountPaid: 23_239, balance: 0 } }),
    makeInvoiceDocument({ payee: { name: 'KÜ Kase 12', iban: null } }),
  ].entries())
    assert.equal(await codeOn(await pages.render(other)), undefined, `other ${nth}`);
  const draft = await textOf(await pages.render(makeInvoiceDocument({ invoice: { status: 'draft' } })));
  assert.match(draft, /Mustand/);
  assert.match(
    await textOf(await pages.render(makeInvoiceDocument({ language: 'ru', invoice: { status: 'cancelled' } }))),
    /Аннулирован/,
  );
});

test('every language has its words on the page, and every letter of the region is readable', {
  skip,
}, async () => {
  const letters =
    'õäöüšž āčēģīķļņūž ąčęėįšųūž åäö ąćęłńóśźż äöüßẞ ёйцщъыьэюя ÕÄÖÜŠŽ ĀČĒĢĪĶĻŅŪŽ ĄĘĖĮŲ ŁŃÓŚŹŻ ЁЙЦЩЪЫЬЭЮЯ €²³−';
  const positions = [makePosition({ description: letters })];
  const titles = {
    et: 'Arvutuskäik',
    en: 'How this was calculated',
    lv: 'Kā tas aprēķināts',
    lt: 'Kaip tai apskaičiuota',
    ru: 'Как это рассчитано',
  };
  for (const language of languages) {
    const pdf = await pages.render(makeInvoiceDocument({ language, invoice: { positions } }));
    const text = (await textOf(pdf)).replace(/\s+/g, ' ');
    for (const word of letters.split(' ')) assert.ok(text.includes(word), `${language}: ${word}`);
    assert.ok(text.includes(titles[language]), language);
    const fonts = (await poppler('pdffonts', [], pdf)).trim().split('\n').slice(2);
    for (const font of fonts) assert.match(font, /Inter.* yes +yes +yes/, 'all letters come from Inter, embedded');
  }
});

test('letters that the font does not have are boxes on the page', {
  skip,
}, async () => {
  const document = makeInvoiceDocument({
    building: { name: '漢字 maja', address: 'Kase 12 🏠 \ue000' },
    recipients: ['Mari 👩‍👩‍👧 Ḗ ﷺ Tamm', 'e\u0301\u200d'],
    invoice: { positions: [makePosition({ description: '暖房 küte' })] },
  });
  const text = (await textOf(await pages.render(document))).replace(/\s+/g, ' ');
  for (const shown of ['Kase 12 □ □', 'Mari □□□ Ḗ □ Tamm', 'é', '□□ küte'])
    assert.ok(text.includes(shown), `${shown}: ${text}`);
});

test('where PDF files cannot be rendered each request is rejected with a sentence and a time to retry', async () => {
  const broken = makePdfRenderer({ program: '/nowhere/child.ts' });
  await assert.rejects(
    broken.render(makeInvoiceDocument()),
    (error) => error instanceof Unavailable && error.retryAfter > 0 && /cannot be rendered/.test(error.message),
  );
});

test('markup in any name is printed as written and has no effect', { skip }, async () => {
  const evil = '#panic("x") *b* _i_ $x$ @ref <tag> \\ // /* ` ``` = - + [ ] { } "';
  const invoice = {
    number: evil,
    reference: '#1',
    positions: [makePosition({ description: evil, code: '#c' })],
  };
  const document = makeInvoiceDocument({
    sender: { ...makeInvoiceDocument().sender, name: evil, street: evil },
    building: { name: evil, address: evil },
    apartment: { number: evil },
    recipients: [evil, '#include "/etc/passwd"', '#read("/etc/passwd")'],
    payee: { name: evil, iban: 'EE382200221020145685' },
    invoice,
  });
  const text = (await textOf(await pages.render(document))).replace(/\s+/g, ' ');
  assert.ok(text.includes('#panic("x") *b* _i_ $x$ @ref <tag> \\ // /* ` ``` = - + [ ] { }'), text);
  assert.ok(text.includes('#include "/etc/passwd"') && text.includes('#read("/etc/passwd")'));
});
