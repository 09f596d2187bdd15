import type { DeskSettings } from '../../../domain/desk-agents.ts';
import { fillTemplate } from '../../../domain/fill-template.ts';
import type { Bilingual } from '../../../domain/language.ts';
import type { LogSource } from '../../../tools/log-source.port.ts';
import { mayReadLogs } from '../choose-agents.ts';
import { madePassage } from '../made-passage.ts';
import type { DeskTool } from './desk-tool.ts';
import { redactLogLines } from './redact-log-lines.ts';

const MAX_LINES = 20;
const DAY_MS = 86_400_000;

/** What is asked for, in the words that logs use. */
const EVENTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/log-?ins?|sign-?ins?|đăng nhập/iu, ['login', 'logon', 'log-in', 'auth']],
  [/fail|wrong|thất bại|sai|không thành công/iu, ['fail', 'denied', 'invalid', 'wrong']],
  [/errors?|lỗi/iu, ['error', 'fatal', 'critical']],
  [/warn|cảnh báo/iu, ['warn']],
  [/backup|sao lưu/iu, ['backup']],
  [/vpn/iu, ['vpn']],
  [/firewall|tường lửa/iu, ['firewall']],
  [/restart|reboot|khởi động lại/iu, ['restart', 'reboot', 'boot']],
  [/outage|downtime|ngừng|mất kết nối/iu, ['down', 'unreachable', 'outage', 'timeout']],
];
const YESTERDAY = /yesterday|last night|hôm qua|đêm qua|tối qua/iu;
const TODAY = /\btoday\b|hôm nay/iu;

const FOUND: Bilingual = { en: '{count} lines of the logs match.', vi: 'Có {count} dòng nhật ký phù hợp.' };
const AT_LEAST: Bilingual = {
  en: 'At least {count} lines of the logs match.',
  vi: 'Có ít nhất {count} dòng nhật ký phù hợp.',
};
const CONTEXT: Bilingual = { en: 'From operational logs', vi: 'Trích từ nhật ký vận hành' };
const TITLE: Bilingual = { en: 'Operational logs', vi: 'Nhật ký vận hành' };

/** Searches operational logs for those who may read them. Without a log source, or without events asked for, it has nothing to do. */
export function logTool({ logs, settings }: { logs: LogSource | null; settings: DeskSettings }): DeskTool {
  return async ({ task, access, language, context }) => {
    // Who may not read logs has not been given the tool; a plan made elsewhere changes nothing about that.
    if (logs === null || !mayReadLogs(settings, access)) return null;
    const words = EVENTS.flatMap(([pattern, forms]) => (pattern.test(task.query) ? [forms] : []));
    if (words.length === 0) return null;
    const now = context.clock();
    const midnight = now - (now % DAY_MS);
    const [from, to] = YESTERDAY.test(task.query)
      ? [midnight - DAY_MS, midnight]
      : TODAY.test(task.query)
        ? [midnight, now]
        : [null, null];
    const { tenant_id } = access;
    const { signal } = context;
    const { lines, total } = await logs.search({ tenant_id, words, from, to, limit: MAX_LINES, signal });
    const count = fillTemplate((total === null ? AT_LEAST : FOUND)[language], {
      count: total ?? lines.length,
    });
    const redacted = redactLogLines(lines.map(({ text }) => text));
    const shown = lines.map(({ source, number }, i) => `${source}:${number} ${redacted[i] ?? ''}`);
    const passage = madePassage({
      id: `log:${context.runId}:${task.id}`,
      title: TITLE[language],
      text: [count, ...shown].join('\n'),
      language,
      source_type: 'log',
      scope: settings.log_access.scope,
      department: task.agent,
      created_at: new Date(now).toISOString(),
    });
    return {
      answer: count,
      context: CONTEXT[language],
      passages: [passage],
      sentences: [count, ...shown.slice(0, 3)].map((text, i) => ({
        text,
        passage_id: passage.id,
        score: 2 - i / 10,
      })),
      cached: null,
    };
  };
}
