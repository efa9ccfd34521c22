// The story: the chapters of a month of a building, in order. A later feature adds its chapter here.

import { accessControlChapter } from './chapters/access-control.ts';
import { banklink } from './chapters/banklink.ts';
import { billing } from './chapters/billing.ts';
import { buildingChapter } from './chapters/building.ts';
import { events } from './chapters/events.ts';
import { invoice } from './chapters/invoice.ts';
import { invoicePdf } from './chapters/invoice-pdf.ts';
import { maintenance } from './chapters/maintenance.ts';
import { meterPhoto } from './chapters/meter-photo.ts';
import { metering } from './chapters/meters.ts';
import { payment } from './chapters/payment.ts';
import { residentsChapter } from './chapters/residents.ts';
import { sending } from './chapters/sending.ts';
import { signingIn } from './chapters/signing-in.ts';
import { statement } from './chapters/statement.ts';
import { toTheCent } from './chapters/to-the-cent.ts';
import type { Chapter, DemoState } from './demo-state.ts';
import { heading } from './print.ts';

export const allChapters: readonly Chapter[] = [
  signingIn,
  buildingChapter,
  metering,
  meterPhoto,
  billing,
  toTheCent,
  invoice,
  payment,
  residentsChapter,
  sending,
  banklink,
  statement,
  invoicePdf,
  accessControlChapter,
  events,
  maintenance,
];

/** Plays chapters one after the other. Throws UnexpectedAnswer. */
export async function playChapters(chapters: readonly Chapter[], stage: DemoState): Promise<void> {
  for (const [index, chapter] of chapters.entries()) {
    heading(index + 1, chapter.title);
    await chapter.play(stage);
  }
}
