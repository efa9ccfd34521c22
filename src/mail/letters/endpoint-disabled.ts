// The letter that tells an owner that a webhook endpoint was disabled.
import type { Language } from '../../platform/languages.ts';
import type { Texts } from '../letters.ts';
import { momentIn } from './words.ts';

/** The host alone: the rest of the address may hold a secret. `since` is when it stopped working. */
export type EndpointDisabled = {
  readonly host: string;
  readonly reason: 'gone' | 'failing';
  readonly since: Date;
};

const reasons: Readonly<Record<Language, Readonly<Record<EndpointDisabled['reason'], (since: string) => string>>>> = {
  et: {
    gone: (since) => `Vastuvõtja teatas, et seda aadressi enam ei ole (410 Gone; ${since}).`,
    failing: (since) => `Viie päeva jooksul ei jõudnud ükski teade kohale. Esimene tõrge: ${since}.`,
  },
  en: {
    gone: (since) => `The receiver said that this address is gone (410 Gone; ${since}).`,
    failing: (since) => `For five days no delivery has succeeded. The first failure: ${since}.`,
  },
  lv: {
    gone: (since) => `Saņēmējs paziņoja, ka šīs adreses vairs nav (410 Gone; ${since}).`,
    failing: (since) => `Piecas dienas nav izdevusies neviena piegāde. Pirmā kļūme: ${since}.`,
  },
  lt: {
    gone: (since) => `Gavėjas pranešė, kad šio adreso nebėra (410 Gone; ${since}).`,
    failing: (since) => `Penkias dienas nepavyko nė vienas pristatymas. Pirmoji klaida: ${since}.`,
  },
  ru: {
    gone: (since) => `Получатель сообщил, что этого адреса больше нет (410 Gone; ${since}).`,
    failing: (since) => `За пять дней не удалась ни одна доставка. Первый сбой: ${since}.`,
  },
};

const reasonIn = (language: Language, { reason, since }: EndpointDisabled) =>
  reasons[language][reason](momentIn(language, since));

export const endpointDisabled: Texts<EndpointDisabled> = {
  et: (facts) => ({
    subject: `Veebihaak on peatatud: ${facts.host}`,
    paragraphs: [
      `Haldur ei saada enam teateid (webhook) serverile ${facts.host}.`,
      reasonIn('et', facts),
      'Paluge selle serveri eest vastutajal viga parandada ja lülitage otspunkt siis uuesti sisse. Saatmata teated on alles 30 päeva.',
    ],
  }),
  en: (facts) => ({
    subject: `Webhook endpoint disabled: ${facts.host}`,
    paragraphs: [
      `Haldur no longer sends webhooks to ${facts.host}.`,
      reasonIn('en', facts),
      'Ask whoever runs that server to mend it, then enable the endpoint again. What was not delivered is kept for 30 days.',
    ],
  }),
  lv: (facts) => ({
    subject: `Tīmekļa aizķere apturēta: ${facts.host}`,
    paragraphs: [
      `Haldur vairs nesūta paziņojumus (webhook) serverim ${facts.host}.`,
      reasonIn('lv', facts),
      'Lūdziet šī servera uzturētājam novērst kļūmi un pēc tam ieslēdziet galapunktu no jauna. Nepiegādātie paziņojumi tiek glabāti 30 dienas.',
    ],
  }),
  lt: (facts) => ({
    subject: `„Webhook“ pranešimai sustabdyti: ${facts.host}`,
    paragraphs: [
      `„Haldur“ nebesiunčia pranešimų („webhook“) serveriui ${facts.host}.`,
      reasonIn('lt', facts),
      'Paprašykite šį serverį prižiūrinčio asmens pašalinti gedimą ir vėl įjunkite galinį tašką. Nepristatyti pranešimai saugomi 30 dienų.',
    ],
  }),
  ru: (facts) => ({
    subject: `Отправка webhook остановлена: ${facts.host}`,
    paragraphs: [
      `Haldur больше не отправляет уведомления (webhook) на сервер ${facts.host}.`,
      reasonIn('ru', facts),
      'Попросите того, кто отвечает за этот сервер, устранить неисправность, а затем снова включите конечную точку. Недоставленные уведомления хранятся 30 дней.',
    ],
  }),
};
