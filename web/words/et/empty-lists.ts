// Estonian words of what to do where a list is empty.
import type { Words } from '../words.ts';

export const emptyLists: Words['emptyLists'] = {
  apartments: 'Lisage need ükshaaval või kleepige loend tabelist.',
  banks: 'Lisage pank, kellega ühistul on pangalingi leping.',
  charges: 'Lisage, mille eest elanikud maksavad, näiteks küte või haldus.',
  invitations: 'Kutsuge elanik tema korteri lehelt.',
  invoices: 'Koostage arved, kui kuu hankijate arved ja näidud on sisestatud.',
  keys: 'Looge võti, et ühendada mõni teine programm.',
  meters: 'Lisage igale korterile arvesti ja majale peaarvesti.',
  myInvoices: 'Haldaja saadab need iga kuu. Saate need ka e-kirjaga.',
  myMeters: 'Kui teie korteris on arvesti, andke sellest haldajale teada.',
  myRequests: 'Kui midagi on katki, teatage sellest. Siin näete, mis edasi saab.',
  payments: 'Maksete lisamiseks importige pangaväljavõte.',
  requests: 'Siia tulevad elanike pöördumised. Võite pöördumise ka ise lisada.',
  residents: 'Lisage elanik või importige nimekiri.',
  webhooks: 'Lisage aadress, kuhu sündmustest teatada.',
};
