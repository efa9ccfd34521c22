// What the pictures need beside the demo: keys with and without limits, a test organization, and the ids of what is
// shown.
import type { Demo } from './play-demo.ts';

export type Person = { readonly email: string; readonly password: string };
export type ScreenIds = {
  readonly building: string;
  readonly apartment: string;
  readonly invoice: string;
  /** An invoice that can be credited. */
  readonly sent: string;
  /** The days that it is for. */
  readonly from: string;
  readonly to: string;
  readonly meter: string;
  readonly webhook: string;
};

type Asking = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<T>;

/**
 * Sends requests as a person who has just signed in, which confirms that it is them, in an organization or in the one
 * they used last.
 */
async function askAs(url: string, { email, password }: Person, tenantId?: string): Promise<Asking> {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password, ...(tenantId !== undefined && { tenantId }) }),
  });
  const { data } = (await login.json()) as { data: { accessToken: string } };
  return async <T>(method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body && headers), authorization: `Bearer ${data.accessToken}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok && method !== 'GET')
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
}

/** Makes keys with and without limits, of which one was replaced. */
export async function makeKeys(demo: Demo, { building }: ScreenIds): Promise<void> {
  const ask = await askAs(demo.url, demo);
  const path = '/console/api/api-keys';
  await ask('POST', path, { name: 'Bookkeeping', role: 'accountant' });
  const networks = ['192.0.2.0/24', '2001:db8::/32'];
  const limits = { readOnly: true, buildingIds: [building], networks, strict: true };
  await ask('POST', path, { name: 'Energy report of Kase 12', role: 'manager', ...limits });
  const { id } = await ask<{ id: string }>('POST', path, { name: 'Assistant', role: 'owner', readOnly: true });
  const { apiKey } = await ask<{ apiKey: string }>('POST', `${path}/${id}/replace`, { overlapHours: 24 });
  await fetch(`${demo.url}/api/buildings`, { headers: { authorization: `Bearer ${apiKey}` } });
}

/** Makes a test organization with a moved clock, and returns an owner who belongs to it alone. */
export async function makeTestOrganization(demo: Demo): Promise<Person> {
  const console = '/console/api';
  const ask = await askAs(demo.url, demo);
  const me = await ask<{ organization: { id: string } }>('GET', `${console}/me`);
  const { id } = await ask<{ id: string }>('POST', `${console}/test-organizations`, { language: 'et' });
  const inside = await askAs(demo.url, demo, id);
  const { mailDomain } = await inside<{ mailDomain: string }>('GET', `${console}/test-organization`);
  const person = { name: 'Mari Tamm', email: `mari@${mailDomain}`, password: demo.password };
  await inside('POST', `${console}/test-clock`, { day: '2027-03-03' });
  await inside('POST', '/api/invitations', { email: person.email, role: 'manager' });
  let text = '';
  while (!text.includes('hin_')) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const mails = await inside<{ id: string; kind: string }[]>('GET', `${console}/test-mailbox`);
    const mail = mails.find(({ kind }) => kind === 'invitation');
    if (mail) text = (await inside<{ text: string }>('GET', `${console}/test-mailbox/${mail.id}`)).text;
  }
  await inside('POST', `${console}/invitations/accept`, {
    token: /hin_\S+/.exec(text)?.[0],
    ...person,
    email: undefined,
  });
  const members = await inside<{ id: string; email: string }[]>('GET', `${console}/members`);
  const joined = members.find(({ email }) => email === person.email);
  await inside('PATCH', `${console}/members/${joined?.id}`, { role: 'owner' });
  await askAs(demo.url, demo, me.organization.id); // The next sign-in is there again.
  return person;
}

/** The ids of what a person sees. */
export async function idsOf({ url }: Demo, person: Person): Promise<ScreenIds> {
  type Listed = { id: string; periodStart?: string; periodEnd?: string };
  const ask = await askAs(url, person);
  const first = async (path: string) =>
    // A resident has no webhooks.
    (await ask<Listed[] | undefined>('GET', `/api${path}`))?.[0] ?? ({ id: '' } satisfies Listed);
  const sent: Listed = await first('/invoices?status=sent');
  const building = await first('/buildings');
  return {
    building: building.id,
    apartment: (await first(`/buildings/${building.id}/apartments`)).id,
    invoice: (await first('/invoices?sort=-createdAt')).id,
    sent: sent.id,
    from: sent.periodStart ?? '',
    to: sent.periodEnd ?? '',
    meter: (await first('/meters')).id,
    webhook: (await first('/webhooks')).id,
  };
}

export type StatementFile = { readonly name: string; readonly rows: readonly string[] };

export const knownStatement: StatementFile = {
  name: 'statement.csv',
  rows: [
    'Date;Payer;Amount;Currency;Reference;Description;Account',
    '2026-11-20;Mari Maasikas;45,00;EUR;;apartment 3;EE382200221020145685',
    '2026-11-20;A Payer With A Very Long Double-Barrelled Name;1812,35;EUR;1000000;Invoices of October, with thanks;EE382200221020145685',
  ],
};
/** A bank that nobody knows. */
export const unknownStatement: StatementFile = {
  name: 'bank-x.csv',
  rows: [
    'Bank X',
    '',
    'Aeg;Kes;Kui palju;Miks;Märk',
    '2026-11-20;Mari Maasikas;45,00;üür;1234',
    '2026-11-20;Jüri Juurikas OÜ;-12,50;elekter;',
  ],
};
/** What is paid out shows in a word. */
export const statementWithoutSigns: StatementFile = {
  name: 'bank-y.csv',
  rows: [
    'Kuupäev;Osapool;Liik;Summa;Valuuta;Selgitus',
    '20.11.2026;Mari Maasikas;Bejövő;45,00;EUR;üür',
    '20.11.2026;Jüri Juurikas OÜ;Kimenő;12,50;EUR;elekter',
    '20.11.2026;Kalle Kask;Laekumine;45,00;EUR;üür',
  ],
};
