// Russian words of sender details.
import type { Words } from '../words.ts';

export const sender: Words['sender'] = {
  title: 'Реквизиты отправителя',
  lead: 'Указываются в счетах. Для э-счетов нужен регистрационный номер, а если есть НДС, то и номер НДС.',
  registrationNumber: 'Регистрационный номер',
  vatNumber: 'Номер НДС',
  street: 'Улица и дом',
  city: 'Город или посёлок',
  postalCode: 'Почтовый индекс',
  country: 'Код страны',
  email: 'Адрес электронной почты',
  phone: 'Телефон',
  logo: 'Логотип',
  noLogo: 'Без логотипа в счетах указано название.',
  chooseLogo: 'Загрузить логотип',
  removeLogo: 'Убрать логотип',
};
