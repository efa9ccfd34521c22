// Russian words of a person’s sessions.
import type { Words } from '../words.ts';

export const sessions: Words['sessions'] = {
  title: 'Сеансы',
  device: 'Устройство',
  unknownDevice: 'Неизвестное устройство',
  current: 'Этот сеанс',
  signedIn: 'Вход',
  end: 'Выйти',
  ended: 'Сеанс завершён.',
  endOthers: 'Выйти из всех остальных сеансов',
  endOthersLead: 'Во всех остальных местах вы сразу выйдете из системы.',
  othersEnded: 'Все остальные сеансы завершены.',
};
