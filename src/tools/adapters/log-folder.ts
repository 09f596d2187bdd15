import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asIfUtc, type LocalTime, type ZoneClock, zoneClock } from '../../language/timezone.ts';
import type { LogLine, LogQuery, LogSource } from '../log-source.port.ts';

/** The end of a file is what is searched: logs grow without end. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 200;
const MAX_LINE = 2_000;

interface LogFolderSettings {
  folder: string;
  /** Whose the files right in the folder are. */
  tenantId: string;
  /** What a time without an offset is in. */
  timeZone: string;
}

/** A line, and when it was written; before all others where it does not say. */
type DatedLine = LogLine & { at: number };

/** What a tenant's folder may be called: one name, never a way out of the folder. */
const FOLDER_NAME = /^(?!\.)[\w.-]{1,100}$/u;

/**
 * Reads the `.log` files of one folder, which belong to the installation's own tenant, and those of its subfolders, each named
 * after the tenant it belongs to. Nothing outside is read, not even through links.
 */
export function createLogFolder({ folder, tenantId, timeZone }: LogFolderSettings): LogSource {
  const clock = zoneClock(timeZone);
  return {
    async search(query) {
      const own = await folderOf(query.tenant_id);
      if (own === null) return { lines: [], total: 0, undated: 0 };
      const entries = await readdir(own, { withFileTypes: true });
      const names = entries
        .filter((entry) => entry.isFile() && entry.name.endsWith('.log'))
        .map(({ name }) => name);
      const lines: DatedLine[] = [];
      let isWhole = names.length <= MAX_FILES;
      for (const name of names.sort().slice(-MAX_FILES)) {
        query.signal.throwIfAborted();
        const { text, isCut, written } = await tailOf(join(own, name));
        if (isCut) isWhole = false;
        lines.push(...matching(name, text, query.words, written));
      }
      const { from, to, limit } = query;
      const hasPeriod = from !== null || to !== null;
      // A line that does not say when it was written is in no period.
      const dated = lines.filter(
        ({ at }) => !hasPeriod || (at >= (from ?? 0) && at <= (to ?? Number.MAX_SAFE_INTEGER)),
      );
      const newest = dated.sort((a, b) => (a.at === b.at ? 0 : b.at - a.at)).slice(0, limit);
      return {
        lines: newest.map(({ at: _, ...line }) => line),
        total: isWhole ? dated.length : null,
        undated: hasPeriod ? lines.filter(({ time }) => time === null).length : 0,
      };
    },
  };

  async function folderOf(tenant: string): Promise<string | null> {
    if (tenant === tenantId) return folder;
    if (!FOLDER_NAME.test(tenant)) return null;
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.some((entry) => entry.isDirectory() && entry.name === tenant)
      ? join(folder, tenant)
      : null;
  }

  function matching(source: string, text: string, words: LogQuery['words'], written: number): DatedLine[] {
    return text.split('\n').flatMap((raw, i) => {
      const line = raw.slice(0, MAX_LINE).trim();
      const lower = line.toLowerCase();
      if (line === '' || !words.every((group) => group.some((word) => lower.includes(word.toLowerCase()))))
        return [];
      const said = readLineTime(line, clock, written);
      const at = said?.at ?? Number.NEGATIVE_INFINITY;
      return [{ source, number: i + 1, time: said?.stated ?? null, text: line, at }];
    });
  }
}

async function tailOf(path: string): Promise<{ text: string; isCut: boolean; written: number }> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs: written } = await file.stat();
    const start = Math.max(0, size - MAX_BYTES);
    const buffer = Buffer.alloc(Math.min(size, MAX_BYTES));
    await file.read(buffer, 0, buffer.length, start);
    const text = buffer.toString('utf8');
    // Cut in the middle of a line it would be half of one.
    const isCut = start > 0;
    return { text: isCut ? text.slice(text.indexOf('\n') + 1) : text, isCut, written };
  } finally {
    await file.close();
  }
}

interface LineTime {
  stated: string;
  at: number;
}

type Fields = Readonly<Record<string, string | undefined>>;

const CLOCK = '(?<hour>\\d{2}):(?<minute>\\d{2})';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(?<name>${MONTHS.join('|')})`;
const ZONE = '(?<zone>Z|UTC|GMT|[+-]\\d{2}:?\\d{2})(?![\\p{L}\\d])';

/** How logs write times: ISO 8601, as web servers do, and as syslog does, without a year. */
const FORMATS: readonly RegExp[] = [
  new RegExp(
    `^\\[?(?<stated>(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})[T ]${CLOCK}(?::(?<second>\\d{2}))?(?:[.,](?<fraction>\\d{1,9}))?(?: ?${ZONE})?)`,
    'iu',
  ),
  new RegExp(
    `\\[(?<stated>(?<day>\\d{2})/${MONTH}/(?<year>\\d{4}):${CLOCK}:(?<second>\\d{2}) ${ZONE})\\]`,
    'iu',
  ),
  new RegExp(
    `^(?:<\\d{1,3}>)?(?<stated>${MONTH} {1,2}(?<day>\\d{1,2}) ${CLOCK}:(?<second>\\d{2}))(?!\\d)`,
    'iu',
  ),
];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * When a log line says it was written; null where it does not. Without an offset it is in the hospital’s local time, and
 * without a year in the last year that ends when its file was written.
 */
export function readLineTime(line: string, clock: ZoneClock, written: number): LineTime | null {
  for (const format of FORMATS) {
    const fields = format.exec(line)?.groups;
    if (fields) return { stated: fields.stated ?? '', at: instantOf(fields, clock, written) };
  }
  return null;
}

function instantOf(fields: Fields, clock: ZoneClock, written: number): number {
  const { year, zone, fraction = '0' } = fields;
  const whole = year === undefined ? lastBefore() : at(Number(year));
  return whole + Math.floor(Number(`0.${fraction}`) * 1_000);

  function at(ofYear: number): number {
    const wall = wallOf(fields, ofYear);
    return zone === undefined ? clock.instantOf(wall) : asIfUtc(wall) - offsetOf(zone);
  }

  function lastBefore(): number {
    const latest = clock.localTimeAt(written).year;
    return at(latest) <= written + DAY_MS ? at(latest) : at(latest - 1);
  }
}

function wallOf({ month, name = '', day, hour, minute, second = '0' }: Fields, year: number): LocalTime {
  return {
    year,
    month: month === undefined ? MONTHS.indexOf(name.toLowerCase()) + 1 : Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/u.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
