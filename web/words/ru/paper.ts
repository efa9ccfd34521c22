// Russian words of invoices that go out on paper.
import { plural, type Words } from '../words.ts';

export const paper: Words['paper'] = {
  title: 'На бумаге',
  pageTitle: 'Счета на бумаге',
  lead: 'Счета, которые по электронной почте никому не приходят. Напечатайте их, разложите по почтовым ящикам и отметьте передачу: тогда они считаются отправленными.',
  none: 'Счетов, которые нужно передать на бумаге, нет.',
  for: 'Кому',
  why: 'Почему на бумаге',
  reasons: {
    nobody_receives: 'Счета там никто не получает',
    no_address: 'Нет адреса электронной почты',
    failed: 'Письмо не дошло',
  },
  print: 'PDF',
  printOf: (number) => `PDF счёта ${number}`,
  printAll: (count) => (count === 1 ? 'Напечатать' : `Напечатать все ${count}`),
  printPart: (from, to) => `Печать ${from}–${to}`,
  handOver: 'Отметить передачу',
  handOverOf: (number) => `Отметить передачу: ${number}`,
  handOverAll: (count) => `Отметить передачу ${count}\u00a0${plural('ru', count, { one: 'счёта', other: 'счетов' })}`,
  handOverLead: 'Переданный счёт считается отправленным. Отменить это нельзя.',
  done: (count) => {
    const forms = { one: 'счёт', few: 'счёта', many: 'счетов', other: 'счёта' };
    return `${plural('ru', count, { one: 'Отправлен', other: 'Отправлено' })} ${count}\u00a0${plural('ru', count, forms)}.`;
  },
  progress: 'Отмечаем передачу',
};
