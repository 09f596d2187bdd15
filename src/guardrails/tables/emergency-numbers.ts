export interface EmergencyNumbers {
  /** Ambulance, or the number for every emergency. */
  emergency: string;
  /** Someone to talk to, day and night, for those who think of suicide; null where we are not certain of one. */
  crisis: string | null;
}

/** Works in the European Union, and from a mobile phone in most of the world. */
const ELSEWHERE: EmergencyNumbers = { emergency: '112', crisis: null };

/** National numbers as their governments and crisis services publish them, by ISO 3166-1 code. */
const NUMBERS: Readonly<Record<string, EmergencyNumbers>> = {
  VN: { emergency: '115', crisis: null },
  US: { emergency: '911', crisis: '988' },
  CA: { emergency: '911', crisis: '988' },
  GB: { emergency: '999', crisis: '116 123' },
  IE: { emergency: '112', crisis: '116 123' },
  AU: { emergency: '000', crisis: '13 11 14' },
  NZ: { emergency: '111', crisis: '1737' },
  SG: { emergency: '995', crisis: '1767' },
  JP: { emergency: '119', crisis: null },
  KR: { emergency: '119', crisis: '109' },
  TW: { emergency: '119', crisis: '1925' },
  CN: { emergency: '120', crisis: null },
  HK: { emergency: '999', crisis: null },
  TH: { emergency: '1669', crisis: '1323' },
  KH: { emergency: '119', crisis: null },
  LA: { emergency: '1195', crisis: null },
  MY: { emergency: '999', crisis: null },
  PH: { emergency: '911', crisis: '1553' },
  ID: { emergency: '112', crisis: null },
  IN: { emergency: '112', crisis: '14416' },
  CH: { emergency: '144', crisis: '143' },
  NO: { emergency: '113', crisis: '116 123' },
  DE: { emergency: '112', crisis: '116 123' },
  FR: { emergency: '112', crisis: '3114' },
  ES: { emergency: '112', crisis: '024' },
  SE: { emergency: '112', crisis: null },
  BR: { emergency: '192', crisis: '188' },
  MX: { emergency: '911', crisis: null },
  ZA: { emergency: '112', crisis: null },
};

/** The numbers to call in a country. */
export function emergencyNumbers(country: string): EmergencyNumbers {
  return Object.hasOwn(NUMBERS, country) ? (NUMBERS[country] ?? ELSEWHERE) : ELSEWHERE;
}
