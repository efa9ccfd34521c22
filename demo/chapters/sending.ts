// Chapter: a file imports an owner for each apartment, and the month's invoices are sent by e-mail, each with its PDF.

import { type Chapter, type DemoState, getFact } from '../demo-state.ts';
import { expectSame, UnexpectedAnswer } from '../http-client.ts';
import { detail, highlight } from '../print.ts';
import { apartments } from '../sample-building.ts';

type SendingSummary = {
  readonly queued: number;
  readonly alreadySent: number;
  readonly invoices: readonly { readonly letters: number }[];
};

const addressOf = (number: string) => `omanik-${number}@kase12.example`;

export const sending: Chapter = {
  title: 'Sixty invoices go out by e-mail',
  async play(stage) {
    const { api, letters } = stage;
    const as = getFact(stage, 'accessToken');
    const rows = apartments.map(({ number }) => `${number};Omanik ${number};${addressOf(number)};omanik;01.01.2020`);
    const file = ['Korter;Nimi;E-post;Roll;Alates', ...rows].join('\r\n');
    const body = { file: Buffer.from(file).toString('base64'), fileName: 'omanikud.csv' };
    await api.ask('POST', '/console/api/residents/import', {
      as,
      body,
      expect: 200,
      note: 'an owner for each apartment',
    });
    const first = await sendInvoices(stage, 'all of the month');
    expectSame('invoices queued', apartments.length, first.queued);
    const again = await sendInvoices(stage, 'again: nothing is sent twice');
    expectSame('invoices queued or sent by the repeat', apartments.length, again.queued + again.alreadySent);
    const { number } = getFact(stage, 'shown');
    const address = addressOf(getFact(stage, 'numbers').get(getFact(stage, 'shown').apartmentId) ?? '');
    const letter = await letters.find(address, number);
    if (!letter.attachments.includes(`${number}.pdf`))
      throw new UnexpectedAnswer(`${number}.pdf with the e-mail`, letter.attachments.join() || 'no file');
    detail(`to ${address}, with ${letter.attachments.join()}`);
    const count = first.invoices.reduce((sum, item) => sum + item.letters, 0);
    highlight(
      `${count} e-mails are sent in the languages of their readers, each with its PDF; with the first one its invoice is sent.`,
    );
    stage.facts.sent = getFact(stage, 'invoices');
  },
};

async function sendInvoices(stage: DemoState, note: string): Promise<SendingSummary> {
  const { periodStart, periodEnd } = getFact(stage, 'shown');
  const body = { buildingId: getFact(stage, 'buildingId'), periodStart, periodEnd };
  const as = getFact(stage, 'accessToken');
  return (await stage.api.ask<SendingSummary>('POST', '/invoices/send-bulk', { as, body, expect: 202, note })).data;
}
