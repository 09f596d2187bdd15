import { fillTemplate } from '../../domain/fill-template.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import { FALLBACK_AGENT } from './agents/default-settings.ts';
import { isAnswering, ORCHESTRATOR, type TaskOutcome } from './desk-work.ts';
import { failedAgents } from './failed-agents.ts';

const UNREACHED: Bilingual = {
  en: 'However, nothing could be retrieved from "{agent}": it did not answer or ran out of time.',
  vi: 'Tuy nhiên, không thể truy xuất thông tin từ "{agent}": phòng này không phản hồi hoặc đã hết thời gian.',
};
const NOTHING: Bilingual = {
  en: 'However, "{agent}" was asked too and nothing was found there that you may read.',
  vi: 'Tuy nhiên, đã hỏi cả "{agent}" nhưng không tìm thấy tài liệu nào mà bạn được đọc.',
};
const NOT_ALL: Bilingual = {
  en: 'However, for a part of what "{agent}" was asked nothing was found that you may read.',
  vi: 'Tuy nhiên, với một phần câu hỏi gửi "{agent}", không tìm thấy tài liệu nào mà bạn được đọc.',
};

/** A sentence for each agent whose part is missing, in the same words whether or not there is something hidden from the asker. */
export function nameMissing(outcomes: readonly TaskOutcome[], language: Language): string {
  const failed = new Set(failedAgents(outcomes).map(({ agent }) => agent));
  const isKnown = outcomes.some(({ task, result }) => task.is_second && isAnswering(result));
  const agents = [...new Set(outcomes.map(({ task }) => task.agent))].filter(
    // Who is asked for want of another owes nothing where that other was found.
    (agent) => agent !== ORCHESTRATOR && !(agent === FALLBACK_AGENT && isKnown),
  );
  return agents
    .flatMap((agent) => {
      const words = failed.has(agent)
        ? UNREACHED
        : wordsFor(outcomes.filter((one) => one.task.agent === agent));
      return words === null ? [] : [fillTemplate(words[language], { agent })];
    })
    .join(' ');
}

/** By query: what the documents do not say the logs may. */
function wordsFor(own: readonly TaskOutcome[]): Bilingual | null {
  // Of an agent that nobody asked nothing is missing.
  const searches = own.filter(({ task }) => task.query_index !== null && !task.is_second);
  const queries = [...new Set(searches.map(({ task }) => task.query_index))];
  const answered = queries.filter((query) =>
    searches.some(({ task, result }) => task.query_index === query && isAnswering(result)),
  );
  if (answered.length === queries.length) return null;
  return answered.length === 0 ? NOTHING : NOT_ALL;
}
