// Russian words of one's own sessions.
import type { Words } from '../words.ts';

export const sessions: Words['sessions'] = {
  title: 'Сеансы',
  device: 'Устройство',
  unknownDevice: 'Неизвестное устройство',
  here: 'Этот сеанс',
  signedIn: 'Вход',
  end: 'Завершить',
  ended: 'Сеанс завершён.',
  endOthers: 'Завершить все остальные сеансы',
  endOthersLead: 'Во всех остальных местах вы сразу выйдете из системы.',
  othersEnded: 'Все остальные сеансы завершены.',
};
