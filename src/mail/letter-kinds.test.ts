// Tests of e-mails: every kind in every language has its data, in text and in HTML, and user text is always escaped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../platform/values/languages.ts';
import { composeLetter, type LetterData, type LetterKind, letterKinds, letterRanks } from './letter-kinds.ts';
import { notifiedChanges, type SecurityChange } from './letters/security-change.ts';

const link = 'https://haldur.example/console/x?a=1&b=2#hml_token-1';
const at = new Date('2026-11-20T21:05:00Z');
const home = { building: 'Kase 12', apartment: '4a' };
const sender = 'KÜ Kase 12';
const read = {
  type: 'cold_water',
  unit: 'm3',
  value: 409.5,
  decimals: 3,
  day: '2026-11-30',
  reason: 'The neighbour’s meter.',
  link,
  sender,
} as const;
const payment = {
  toPay: 123_456,
  currency: 'EUR',
  dueDate: '2026-11-16',
  payee: 'KÜ Kase 12',
  iban: 'EE382200221020145685',
  reference: '1000012',
};
const facts: { readonly [K in LetterKind]: readonly LetterData[K][] } = {
  'magic-link': [{ link, minutes: 10 }],
  invitation: [
    { organization: 'KÜ Kase', role: 'manager', link, validUntil: '2026-11-30' },
    {
      organization: 'KÜ Kase',
      role: 'resident',
      apartment: { address: 'Kase 12', number: '4a' },
      link,
      validUntil: '2026-11-30',
    },
  ],
  'session-ended': [{ at }],
  'password-changed': [{ at }],
  'confirm-address': [{ link, hours: 24 }],
  'address-changed': [{ at, address: 'mari@example.org' }],
  'second-factor-changed': (
    [
      'second_factor_added',
      'second_factor_removed',
      'recovery_codes_made',
      'recovery_code_used',
      'all_removed',
    ] as const
  ).map((change) => ({ change, name: 'Telefon', at })),
  'linked-account': [
    { at, change: 'linked', provider: 'Smart-ID' },
    { at, change: 'unlinked', provider: 'Smart-ID' },
  ],
  'maintenance-reported': [
    { title: 'Kraan', who: 'Mari', ...home, link },
    { title: 'Katus', who: null, building: 'Kase 12', link },
  ],
  'security-change': notifiedChanges.flatMap((change): SecurityChange[] => {
    const reported = { organization: 'KÜ Kase', change, about: 'Kase 12', at };
    const who = { kind: 'key', name: 'Bookkeeping' } as const;
    const account = { iban: payment.iban, beneficiary: payment.payee };
    return [
      {
        ...reported,
        who,
        before: { iban: null, beneficiary: null },
        after: account,
        undo: { link, lastDay: '2026-11-30' },
      },
      { ...reported, who: { kind: 'service', name: null }, before: { role: 'manager' }, after: {} },
    ];
  }),
  'new-device': [
    { at, device: 'Firefox, Windows', address: '192.0.2.7', link },
    { at, device: null, address: '2001:db8::7', link },
  ],
  'endpoint-disabled': [
    { host: 'hooks.example.org:8443', reason: 'gone', since: at },
    { host: 'hooks.example.org:8443', reason: 'failing', since: at },
  ],
  'maintenance-updated': (['new', 'in_progress', 'resolved', 'closed', 'cancelled'] as const).map((status) => ({
    title: 'Katus tilgub',
    status,
    link,
    sender,
  })),
  'reading-reminder': [{ building: 'Kase 12', apartment: '4a', lastDay: '2026-11-30', link, sender }],
  'reading-rejected': [
    { ...home, ...read, serialNumber: 'KV-1021' },
    { ...home, ...read, type: 'heating', unit: 'MWh', serialNumber: null },
  ],
  invoice: [
    { ...payment, ...home, number: 'K12-2026-000017', period: { periodStart: '2026-10-01', periodEnd: '2026-10-31' } },
    {
      ...payment,
      ...home,
      number: 'K12-2026-000018',
      period: { periodStart: '2026-10-05', periodEnd: '2026-10-31' },
      unpaidBefore: [{ number: 'K12-2026-000011', balance: 5_271 }],
      link,
    },
  ],
  'payment-reminder': [
    { invoices: [{ ...payment, ...home, number: 'K12-2026-000017' }] },
    { invoices: [{ ...payment, ...home, number: 'K12-2026-000018', link }] },
  ],
};

/** Every kind in every language with every set of facts. */
const all = letterKinds.flatMap((kind) =>
  facts[kind].flatMap((fact) =>
    languages.map((language) => ({
      kind,
      language,
      facts: fact,
      letter: composeLetter(kind, language, fact as never),
    })),
  ),
);

/** The facts that must be readable in a letter as they are. */
function toldAsIs(reported: object): string[] {
  const {
    organization,
    about,
    host,
    title,
    building,
    apartment,
    number,
    payee,
    iban,
    reference,
    reason,
    serialNumber,
  } = reported as Record<string, string | { address: string; number: string }>;
  const words = [
    organization,
    about,
    host,
    title,
    building,
    number,
    payee,
    iban === payment.iban ? 'EE38 2200 2210 2014 5685' : iban,
    reference,
    serialNumber,
    ...('building' in reported ? [reason] : []),
    ...(typeof apartment === 'object' ? Object.values(apartment) : [apartment]),
  ];
  return words.filter((word) => typeof word === 'string');
}

test('each e-mail states all its facts, in the text and in the HTML', () => {
  for (const { kind, language, facts: reported, letter } of all) {
    const say = `${kind} ${language}`;
    const { subject, text, html } = letter;
    for (const word of toldAsIs(reported)) {
      assert.ok(text.includes(word), `${say}: ${word}`);
      assert.ok(html.includes(word), `${say}: ${word}`);
    }
    if ('undo' in reported && reported.undo) assert.match(text, /30/, String(kind));
    if ('link' in reported || ('undo' in reported && reported.undo)) {
      assert.ok(text.includes(`\n${link}\n`), say);
      assert.ok(html.includes(`href="${link.replaceAll('&', '&amp;')}"`), say);
    }
    if (kind === 'magic-link') assert.match(text, /10/, String(kind));
    if ('decimals' in reported) assert.match(text, /409[.,]500/, say);
    if ('validUntil' in reported || 'lastDay' in reported || 'day' in reported) assert.match(text, /30/, String(kind));
    if ('at' in reported || 'since' in reported) {
      assert.match(text, /20.*21:05 UTC/, String(kind));
      const local = composeLetter(kind, language, reported as never, 'Europe/Tallinn').text;
      assert.match(local, /20.*23:05(?! UTC)/, String(kind));
    }
    assert.ok(subject.length > 5 && subject.length < 120, say);
    assert.doesNotMatch(`${subject}${text}${html}`, /undefined|null|NaN|\[object|Invalid Date/, say);
    assert.match(html, new RegExp(`<html lang="${language}">`), String(kind));
  }
});

test('e-mails differ in every language, and a Russian one is written in Cyrillic', () => {
  for (const kind of letterKinds) {
    const written = all.filter((item) => item.kind === kind);
    for (const fact of facts[kind]) {
      const same = written.filter((each) => each.facts === fact);
      assert.equal(new Set(same.map((each) => each.letter.subject)).size, languages.length, kind);
      assert.equal(new Set(same.map((each) => each.letter.text)).size, languages.length, kind);
    }
    for (const [nth, { letter }] of written.filter((item) => item.language === 'ru').entries())
      assert.match(letter.text, /[а-яё]{4}/, `${kind}, case ${nth}`);
  }
});

test('an e-mail loads nothing: no image, no script, no style sheet, no font', () => {
  for (const [nth, { letter }] of all.entries()) {
    assert.doesNotMatch(letter.html, /<(img|script|link|iframe|object|form)\b|url\(|@import|src=/i, `case ${nth}`);
    const addresses = [...letter.html.matchAll(/https?:\/\/[^"<\s]+/g)].map((match) =>
      match[0].replaceAll('&amp;', '&'),
    );
    assert.ok(
      addresses.every((address) => address === link),
      addresses.join(),
    );
    assert.match(letter.html, /prefers-color-scheme: dark/, `case ${nth}`);
  }
});

const evil = '<img src=x onerror=alert(1)> & "quoted" \'single\'\r\n\r\nPlease pay to EE00\u2028\u202Etxet\0';

test('what people wrote is escaped in HTML, and stays on one line in text and subject', () => {
  for (const language of languages) {
    const letters = [
      composeLetter('invitation', language, {
        organization: evil,
        role: 'resident',
        apartment: { address: evil, number: evil },
        link,
        validUntil: '2026-11-30',
      }),
      composeLetter('endpoint-disabled', language, { host: evil, reason: 'gone', since: at }),
      composeLetter('maintenance-updated', language, { title: evil, status: 'new', link, sender: evil }),
      composeLetter('reading-reminder', language, {
        building: evil,
        apartment: evil,
        lastDay: '2026-11-30',
        link,
        sender: evil,
      }),
      composeLetter('reading-rejected', language, {
        ...read,
        building: evil,
        apartment: evil,
        serialNumber: evil,
        reason: evil,
        sender: evil,
      }),
      composeLetter('security-change', language, {
        organization: evil,
        change: 'account_changed',
        about: evil,
        before: { beneficiary: evil },
        after: { beneficiary: null },
        who: { kind: 'key', name: evil },
        at,
      }),
      composeLetter('payment-reminder', language, {
        invoices: [{ ...payment, building: evil, apartment: evil, number: evil, payee: evil }],
      }),
      composeLetter('payment-reminder', language, {
        invoices: [
          { ...payment, building: evil, apartment: evil, number: evil, payee: evil },
          { ...payment, building: evil, apartment: evil, number: evil, payee: evil },
        ],
      }),
    ];
    for (const { subject, text, html } of letters) {
      assert.doesNotMatch(html, /<img|onerror=alert\(1\)>/, `${language}, ${subject}`);
      assert.match(
        html,
        /&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;quoted&quot; &#39;single&#39;/,
        `${language}, ${subject}`,
      );
      assert.doesNotMatch(subject, /[\p{Cc}\p{Zl}\u202e]/u, `${language}, ${subject}`);
      assert.doesNotMatch(text, /^Please pay/m, `${language}, ${subject}`);
      assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Zl}\u202e]/u, `${language}, ${subject}`);
    }
  }
});

test('only a web address becomes a link', () => {
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://h.example/" onclick="x',
    'https://h.example/\nBcc: x',
    '',
  ])
    assert.throws(
      () => composeLetter('magic-link', 'et', { link: bad, minutes: 10 }),
      /must be an http or https URL/,
      bad,
    );
});

test('counts use the plural forms of their language', () => {
  const validity = [1, 2, 5, 11, 21, 22].map((minutes) => composeLetter('magic-link', 'ru', { link, minutes }).text);
  const counted = validity.map((text) => /\d+\u00a0мин[а-я]+/.exec(text)?.[0].replace('\u00a0', ' '));
  assert.deepEqual(counted, ['1 минуту', '2 минуты', '5 минут', '11 минут', '21 минуту', '22 минуты']);
});

test('a magic link has the highest priority, and mass e-mails have the lowest', () => {
  assert.deepEqual(
    letterKinds.filter((kind) => letterRanks[kind] === 0),
    ['magic-link'],
  );
  assert.equal(letterRanks['reading-reminder'], 2);
  assert.equal(letterRanks.invoice, 2);
});

test('an e-mail with an invoice states the amount and due date in the reader’s format; without a balance, that nothing is due', () => {
  const textOf = (language: (typeof languages)[number], toPay: number) =>
    composeLetter('invoice', language, {
      ...payment,
      ...home,
      toPay,
      number: 'K12-2026-000017',
      period: { periodStart: '2026-10-01', periodEnd: '2026-10-31' },
    });
  const wanted = {
    et: [/1.?234,56.€/u, '16. november 2026', 'oktoober 2026'],
    en: ['€1,234.56', '16 November 2026', 'October 2026'],
    lv: [/1.?234,56.€/u, '2026. gada 16. novembris', /2026\. g(ada|\.) oktobris/],
    lt: [/1.?234,56.€/u, '2026 m. lapkričio 16 d', '2026 m. spalis'],
    ru: [/1.?234,56.€/u, '16 ноября 2026 г', 'октябрь 2026 г.'],
  } as const;
  for (const language of languages) {
    const { subject, text } = textOf(language, 123_456);
    for (const part of wanted[language])
      assert.match(text, typeof part === 'string' ? new RegExp(part) : part, `${language}, ${part}`);
    assert.match(subject, /K12-2026-000017/, language);
    assert.doesNotMatch(text, /\.\./, text);
    for (const none of [0, -100]) assert.doesNotMatch(textOf(language, none).text, /€|EE38/, `${language}, ${none}`);
  }
});

test('an e-mail with a credit note calls it one, names the invoice, and asks for nothing', () => {
  const names = { et: 'reeditarve', en: 'redit note', lv: 'redītrēķin', lt: 'reditin', ru: 'редитов' } as const;
  for (const language of languages) {
    const { subject, text } = composeLetter('invoice', language, {
      ...payment,
      ...home,
      toPay: 0,
      number: 'K12-2026-000019',
      credits: 'K12-2026-000018',
      period: { periodStart: '2026-10-01', periodEnd: '2026-10-31' },
      link,
    });
    assert.match(subject, new RegExp(`${names[language]}.*K12-2026-000019`), language);
    assert.match(text, new RegExp(`${names[language]}.*K12-2026-000019.*K12-2026-000018`), language);
    assert.doesNotMatch(text, /€|EE38/, language);
  }
});
