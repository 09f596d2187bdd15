import { fillTemplate } from '../../../../domain/fill-template.ts';
import type { HouseClock } from '../../../../domain/house-clock.ts';
import type { Bilingual, Language } from '../../../../domain/language.ts';
import type { Period } from './read-period.ts';

const BETWEEN: Bilingual = {
  en: 'from {from} to {to}, time of {zone}',
  vi: 'từ {from} đến {to}, giờ {zone}',
};
const ANY_TIME: Bilingual = {
  en: 'no period was named, so all times were searched',
  vi: 'câu hỏi không nêu thời gian nên đã tìm ở mọi thời điểm',
};

/** The period that was searched, by the clock of the house: so that who asked sees whether it is the one they meant. */
export function describePeriod(period: Period | null, clock: HouseClock, language: Language): string {
  if (period === null) return ANY_TIME[language];
  const { timeZone } = clock;
  const [from, to] = [period.from, period.to].map((instant) => shown(instant, clock, language));
  return fillTemplate(BETWEEN[language], { from: from ?? '', to: to ?? '', zone: timeZone });
}

function shown(instant: number, clock: HouseClock, language: Language): string {
  const { year, ...wall } = clock.wallAt(instant);
  const [month, day, hour, minute] = [wall.month, wall.day, wall.hour, wall.minute].map((part) =>
    String(part).padStart(2, '0'),
  );
  return language === 'vi'
    ? `${hour}:${minute} ${day}/${month}/${year}`
    : `${year}-${month}-${day} ${hour}:${minute}`;
}
