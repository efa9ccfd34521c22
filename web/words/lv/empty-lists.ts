// Latvian words of what to do where a list is empty.
import type { Words } from '../words.ts';

export const emptyLists: Words['emptyLists'] = {
  apartments: 'Pievienojiet tos pa vienam vai ielīmējiet sarakstu no izklājlapas.',
  banks: 'Pievienojiet banku, ar kuru biedrībai ir bankas saites līgums.',
  charges: 'Pievienojiet, par ko iedzīvotāji maksā, piemēram, apkuri vai pārvaldīšanu.',
  invitations: 'Uzaiciniet iedzīvotāju viņa dzīvokļa lapā.',
  invoices: 'Izveidojiet rēķinus, kad mēneša piegādātāju rēķini un rādījumi ir ievadīti.',
  keys: 'Izveidojiet atslēgu, lai pievienotu citu programmu.',
  meters: 'Pievienojiet skaitītāju katram dzīvoklim un mājas skaitītāju.',
  myInvoices: 'Pārvaldnieks tos sūta katru mēnesi. Jūs tos saņemat arī e-pastā.',
  myMeters: 'Ja jūsu dzīvoklī ir skaitītājs, paziņojiet par to pārvaldniekam.',
  myRequests: 'Ja kaut kas ir saplīsis, ziņojiet. Šeit redzēsiet, kas tiek darīts.',
  payments: 'Lai reģistrētu maksājumus, importējiet konta izrakstu.',
  requests: 'Šeit parādās iedzīvotāju pieteikumi. Varat pievienot arī savu.',
  residents: 'Pievienojiet iedzīvotāju vai importējiet sarakstu.',
  webhooks: 'Pievienojiet adresi, uz kuru ziņot par notikumiem.',
};
