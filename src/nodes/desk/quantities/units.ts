const MINUTE = 1 / 1_440;
const MONTH = 365 / 12;

/** A unit as written → its English name, what it measures and how many of the base unit it is. */
export const UNITS: Readonly<Record<string, readonly [name: string, dimension: string, factor: number]>> = {
  second: ['second', 'duration', MINUTE / 60],
  giây: ['second', 'duration', MINUTE / 60],
  minute: ['minute', 'duration', MINUTE],
  min: ['minute', 'duration', MINUTE],
  phút: ['minute', 'duration', MINUTE],
  hour: ['hour', 'duration', 60 * MINUTE],
  giờ: ['hour', 'duration', 60 * MINUTE],
  tiếng: ['hour', 'duration', 60 * MINUTE],
  day: ['day', 'duration', 1],
  workday: ['day', 'duration', 1],
  ngày: ['day', 'duration', 1],
  hôm: ['day', 'duration', 1],
  night: ['night', 'duration', 1],
  đêm: ['night', 'duration', 1],
  week: ['week', 'duration', 7],
  tuần: ['week', 'duration', 7],
  fortnight: ['fortnight', 'duration', 14],
  month: ['month', 'duration', MONTH],
  tháng: ['month', 'duration', MONTH],
  quarter: ['quarter', 'duration', 3 * MONTH],
  quý: ['quarter', 'duration', 3 * MONTH],
  year: ['year', 'duration', 365],
  năm: ['year', 'duration', 365],
  time: ['time', 'time', 1],
  x: ['time', 'time', 1],
  lần: ['time', 'time', 1],
  lượt: ['time', 'time', 1],
  bận: ['time', 'time', 1],
  vnd: ['VND', 'VND', 1],
  vnđ: ['VND', 'VND', 1],
  dong: ['VND', 'VND', 1],
  đồng: ['VND', 'VND', 1],
  '₫': ['VND', 'VND', 1],
  đ: ['VND', 'VND', 1],
  '%': ['%', '%', 1],
  percent: ['%', '%', 1],
  'per cent': ['%', '%', 1],
  'phần trăm': ['%', '%', 1],
  point: ['point', 'point', 1],
  điểm: ['point', 'point', 1],
  mb: ['MB', 'MB', 1],
  gb: ['GB', 'MB', 1_024],
  tb: ['TB', 'MB', 1_048_576],
  metre: ['metre', 'km', 0.001],
  mét: ['metre', 'km', 0.001],
  km: ['km', 'km', 1],
  kilometre: ['km', 'km', 1],
  'ki-lô-mét': ['km', 'km', 1],
  'cây số': ['km', 'km', 1],
};

/** Thousands and more, as money is written. */
export const SCALES: Readonly<Record<string, number>> = {
  k: 1_000,
  thousand: 1_000,
  nghìn: 1_000,
  ngàn: 1_000,
  million: 1_000_000,
  triệu: 1_000_000,
  tr: 1_000_000,
  billion: 1_000_000_000,
  tỷ: 1_000_000_000,
  tỉ: 1_000_000_000,
};

/** Stretches of time by which a frequency is told, and how many of them a year has. */
export const PER_YEAR: Readonly<Record<string, number>> = {
  day: 365,
  ngày: 365,
  week: 365 / 7,
  tuần: 365 / 7,
  fortnight: 365 / 14,
  month: 12,
  tháng: 12,
  quarter: 4,
  quý: 4,
  year: 1,
  năm: 1,
};

/** The words of a table as a pattern, longest first. */
export function anyOf(table: Readonly<Record<string, unknown>>): string {
  return Object.keys(table)
    .sort((a, b) => b.length - a.length)
    .join('|');
}
