import * as texts from '../../../../texts/desk.ts';
import type { DeskSettings } from '../../../domain/desk-agents.ts';
import { fillTemplate } from '../../../domain/language.ts';
import { redactPii } from '../../../gates/front/pii/redact-pii.ts';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { describePeriod, readPeriod } from '../../../language/read-period.ts';
import { zoneClock } from '../../../language/timezone.ts';
import type { LogSource } from '../../../tools/log-source.port.ts';
import { mayReadLogs } from '../choose-agents.ts';
import { syntheticPassage } from '../synthetic-passage.ts';
import type { DeskTool } from './desk-tool.ts';

const MAX_LINES = 20;

/** What is asked for, in the words that logs use. */
const events = once(() =>
  readLexicon('language/log-events', ['cue', 'words']).map(({ cue, words }) => ({
    cue: new RegExp(cue, 'iu'),
    words: words.split('|'),
  })),
);

interface LogPorts {
  logs: LogSource | null;
  settings: DeskSettings;
  /** The hospital’s: nights, days and weeks are counted by it. */
  timeZone: string;
}

/** Searches operational logs for those who may read them. Without a log source, or without events asked for, it has nothing to do. */
export function logTool({ logs, settings, timeZone }: LogPorts): DeskTool {
  const clock = zoneClock(timeZone);
  return async ({ task, access, question, language, context }) => {
    // Who may not read logs has not been given the tool; a plan made elsewhere changes nothing about that.
    if (logs === null || !mayReadLogs(settings, access)) return null;
    const words = events().flatMap(({ cue, words }) => (cue.test(task.query) ? [words] : []));
    if (words.length === 0) return null;
    const now = context.clock();
    // A part of a question leans on the time that the whole names.
    const period = readPeriod(task.query, now, clock) ?? readPeriod(question, now, clock);
    // Of a log the last millisecond is the last that counts.
    const [from, to] = period === null ? [null, null] : [period.from, period.to - 1];
    const { lines, total, undated } = await logs.search({
      tenant_id: access.tenant_id,
      words,
      from,
      to,
      limit: MAX_LINES,
      signal: context.signal,
    });
    const counted = { count: total ?? lines.length, period: describePeriod(period, clock, language) };
    const template = total === null ? texts.LOG_LINES_AT_LEAST : texts.LOG_LINES_FOUND;
    const count = fillTemplate(template[language], counted);
    const said =
      undated === 0 ? [count] : [count, fillTemplate(texts.LOG_LINES_UNDATED[language], { count: undated })];
    const redacted = redactLogLines(lines.map(({ text }) => text));
    const shown = lines.map(({ source, number }, i) => `${source}:${number} ${redacted[i] ?? ''}`);
    const passage = syntheticPassage({
      id: `log:${context.runId}:${task.id}`,
      title: texts.LOG_TITLE[language],
      text: [...said, ...shown].join('\n'),
      language,
      source_type: 'log',
      scope: settings.log_access.scope,
      department: task.agent,
      created_at: new Date(now).toISOString(),
    });
    return {
      answer: said.join(' '),
      context: texts.LOG_CONTEXT[language],
      passages: [passage],
      sentences: [...said, ...shown.slice(0, 3)].map((text, i) => ({
        text,
        passage_id: passage.id,
        score: 2 - i / 10,
      })),
      cached: null,
    };
  };
}

/** Where a log says who it was: `user=`, `"account": "`, `for user `, `password for … from`. */
const USER =
  /((?<![\p{L}\p{N}])(?:user(?:[ _-]?name|[ _-]?id)?|usr|account|acct|login|logname|uid|tài khoản|người dùng)["']?\s{0,3}[=:]\s{0,3}["']?|(?<![\p{L}\p{N}])(?:for|by|from|invalid|unknown|of|as) (?:user|account) ["']?|(?<![\p{L}\p{N}])(?:password|publickey|session opened|session closed) for (?!(?:invalid|unknown|user) )["']?|(?<![\p{L}\p{N}])(?:tài khoản|người dùng) ["']?)([^\s"'=,;:()[\]]{1,64})/giu;

/** Log lines without what names a person. Read as one text, so that one token stands for one address in all of them. */
export function redactLogLines(lines: readonly string[]): string[] {
  const users = new Map<string, string>();
  const masked = lines.map((line) =>
    line.replace(USER, (_, cue: string, name: string) => {
      const token = users.get(name.toLowerCase()) ?? `[USER_${users.size + 1}]`;
      users.set(name.toLowerCase(), token);
      return `${cue}${token}`;
    }),
  );
  const redacted = redactPii(masked.join('\n')).text.split('\n');
  // A name that was found across the end of a line would have made two lines one: then each is read by itself.
  return redacted.length === lines.length ? redacted : masked.map((line) => redactPii(line).text);
}
