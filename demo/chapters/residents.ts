// Chapter: residents join by invitation and sign in by link, each sees only their own apartment, and a file imports the
// others.

import { type Chapter, type DemoState, getFact, type TokenPair } from '../demo-state.ts';
import { expectSame } from '../http-client.ts';
import { detail, highlight } from '../print.ts';
import { findLink } from '../read-emails.ts';
import { backdateResidency } from '../residency.ts';

const password = 'green-boat-9-anchors';
/** Has an invoice to pay and a meter to read. */
export const sampleResident = { email: 'mari@kase12.example', name: 'Mari Tamm', password };

const invited = [
  { number: '31', name: sampleResident.name, email: sampleResident.email },
  { number: '32', name: 'Jüri Põld', email: 'jyri@kase12.example' },
  { number: '33', name: 'Žanna Kuusk', email: 'zanna@kase12.example' },
];

/** The file that a manager saves from a spreadsheet: Mari's telephone is new, the others are not registered yet. */
const residentsFile = [
  'Korter;Nimi;E-post;Telefon;Roll;Alates;Saab arve',
  '31;Mari Tamm;mari@kase12.example;+372 5555 0131;omanik;;jah',
  '34;Ülo Mägi;ylo@kase12.example;;omanik;01.03.2019;jah',
  '35;Kätlin Õun;;+372 5555 0135;üürnik;15.08.2025;ei',
  '35;Rein Saar;rein@kase12.example;;omanik;20.11.2008;jah',
].join('\r\n');

type ImportReportBody = {
  readonly encoding: string;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
};

export const residentsChapter: Chapter = {
  title: 'The residents join',
  async play(stage) {
    await inviteResidents(stage);
    await checkResidentView(stage, await signInByLink(stage));
    await importTwice(stage);
  },
};

async function inviteResidents(stage: DemoState): Promise<void> {
  const { api, letters } = stage;
  const as = getFact(stage, 'accessToken');
  const bodies = invited.map(({ number, ...person }) => ({
    ...person,
    apartmentId: apartmentOf(stage, number),
    language: 'et',
  }));
  await api.askEach('POST', '/invitations', bodies, (body) => ({ as, body, expect: 201 }), 'an e-mail each');
  const [first] = bodies;
  await api.ask('POST', '/invitations', { as, body: first, expect: 409, note: 'Mari again' });
  const letterOf = ({ email }: { email: string }) => letters.find(email, '/console/invitation#');
  const found = await Promise.all(invited.map(letterOf));
  const routes = invited.map((person, index) => ({ ...person, link: found[index] && findLink(found[index]) }));
  await api.askEach('POST', '/console/api/invitations/accept', routes, ({ link, name }) => ({
    body: { token: link?.hash.slice(1), name, password },
    expect: 200,
  }));
  await backdateResidency(api, as, { name: sampleResident.name, apartmentId: apartmentOf(stage, '31') });
  const used = { body: { token: routes[0]?.link?.hash.slice(1), name: 'Thief', password }, expect: 401 };
  await api.ask('POST', '/console/api/invitations/accept', { ...used, note: 'a used link' });
}

/** Mari signs in without a password. Returns their access token. */
async function signInByLink({ api, letters, manager }: DemoState): Promise<string> {
  const email = invited[0]?.email ?? '';
  const nobody = { body: { email: 'nobody@kase12.example' }, expect: 202, note: 'an unknown address' };
  const strange = await api.ask('POST', '/auth/magic-link', nobody);
  const requested = await api.ask('POST', '/auth/magic-link', { body: { email }, expect: 202, note: email });
  expectSame('the answer, which does not tell who is known', strange.text, requested.text);
  const letter = await letters.find(email, '/console/magic-link#');
  detail(`“${letter.subject}”, to ${email}`);
  const redeem = { body: { token: findLink(letter).hash.slice(1) }, note: 'the link in the e-mail' };
  const { data } = await api.ask<TokenPair>('POST', '/console/api/magic-link/redeem', { ...redeem, expect: 200 });
  expectSame('the organization signed in to', manager.tenantId, data.tenantId);
  await api.ask('POST', '/console/api/magic-link/redeem', { ...redeem, expect: 401, note: 'a second time' });
  return data.accessToken;
}

async function checkResidentView(stage: DemoState, as: string): Promise<void> {
  const { api } = stage;
  const path = `/buildings/${getFact(stage, 'buildingId')}/apartments`;
  const seen = await api.ask<{ number: string }[]>('GET', path, { as, expect: 200, note: 'as Mari sees them' });
  expectSame('the apartments that Mari sees', '31', seen.data.map((item) => item.number).join());
  const { id } = getFact(stage, 'shown');
  await api.ask('GET', `/invoices/${id}`, { as, expect: 404, note: 'a neighbour’s invoice' });
  await api.ask('GET', '/residents', { as, expect: 403, note: 'who lives here' });
  highlight('Mari signed in without a password, and sees apartment 31 and nothing of the neighbours.');
}

async function importTwice(stage: DemoState): Promise<void> {
  const { api } = stage;
  const as = getFact(stage, 'accessToken');
  const path = '/console/api/residents/import';
  const body = { file: Buffer.from(residentsFile).toString('base64'), fileName: 'elanikud.csv' };
  const send = async (query: string, note: string): Promise<string> => {
    const { data } = await api.ask<ImportReportBody>('POST', path + query, { as, body, expect: 200, note });
    return `${data.created} created, ${data.changed} changed, ${data.unchanged} unchanged`;
  };
  const foreseen = await send('?dryRun=true', 'a dry run');
  expectSame('what the file would do', '3 created, 1 changed, 0 unchanged', foreseen);
  detail(`in Estonian: ${foreseen}`);
  expectSame('what the file did', foreseen, await send('', 'for real'));
  expectSame('what it did again', '0 created, 0 changed, 4 unchanged', await send('', 'again: nothing changes'));
  const building = `/residents?buildingId=${getFact(stage, 'buildingId')}`;
  const all = await api.ask<unknown[]>('GET', building, { as, expect: 200 });
  expectSame('residents, Liis among them', invited.length + 4, all.data.length);
  highlight(`${all.data.length} residents are registered, each once; three of them have no account.`);
}

function apartmentOf(stage: DemoState, number: string): string | undefined {
  return [...getFact(stage, 'numbers')].find(([, own]) => own === number)?.[0];
}
