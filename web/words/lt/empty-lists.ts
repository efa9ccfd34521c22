// Lithuanian words of what to do where a list is empty.
import type { Words } from '../words.ts';

export const emptyLists: Words['emptyLists'] = {
  apartments: 'Pridėkite po vieną arba įklijuokite sąrašą iš skaičiuoklės.',
  banks: 'Pridėkite banką, su kuriuo bendrija sudariusi banko nuorodos sutartį.',
  charges: 'Pridėkite, už ką moka gyventojai, pavyzdžiui, šildymą ar administravimą.',
  invitations: 'Pakvieskite gyventoją jo buto puslapyje.',
  invoices: 'Sudarykite sąskaitas, kai suvestos mėnesio tiekėjų sąskaitos ir rodmenys.',
  keys: 'Sukurkite raktą kitai programai prijungti.',
  meters: 'Pridėkite skaitiklį kiekvienam butui ir bendrą namo skaitiklį.',
  myInvoices: 'Administratorius jas siunčia kas mėnesį. Jas gaunate ir el. paštu.',
  myMeters: 'Jei jūsų bute yra skaitiklis, praneškite administratoriui.',
  myRequests: 'Jei kas nors sugedo, praneškite. Čia matysite, kas daroma.',
  payments: 'Kad įtrauktumėte mokėjimus, importuokite banko išrašą.',
  requests: 'Čia rodomi gyventojų pranešimai apie gedimus. Galite pridėti ir patys.',
  residents: 'Pridėkite gyventoją arba importuokite sąrašą.',
  webhooks: 'Pridėkite adresą, kuriuo pranešti apie įvykius.',
};
