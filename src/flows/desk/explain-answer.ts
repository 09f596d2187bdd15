import type { Bilingual, Language } from '../../domain/language.ts';
import { fillTemplate } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { FALLBACK_AGENT } from './agents/default-settings.ts';
import {
  failedAgents,
  isAnswering,
  ORCHESTRATOR,
  type Replaced,
  type Resolution,
  type ResolvedConflict,
  type TaskOutcome,
} from './desk-work.ts';

const NONE: Bilingual = {
  en: 'The sources do not contradict each other.',
  vi: 'Các nguồn không mâu thuẫn với nhau.',
};
const BOTH: Bilingual = {
  en: 'Sources differ ({a} and {b}) and nothing weighs enough to prefer one: both are shown.',
  vi: 'Các nguồn nói khác nhau ({a} và {b}) và chưa đủ căn cứ để chọn: nêu cả hai.',
};
const RULES: Readonly<Record<NonNullable<ResolvedConflict['rule']>, Bilingual>> = {
  domain: {
    en: 'Preferred {winner} over {loser}: the subject belongs to {agent}.',
    vi: 'Ưu tiên {winner} hơn {loser}: nội dung thuộc phòng {agent}.',
  },
  recency: {
    en: 'Preferred {winner} over {loser}: it is newer ({new} against {old}).',
    vi: 'Ưu tiên {winner} hơn {loser}: cập nhật mới hơn ({new} so với {old}).',
  },
  scope: {
    en: 'Preferred {winner} over {loser}: in {agent} the {scope} text counts more.',
    vi: 'Ưu tiên {winner} hơn {loser}: ở phòng {agent} nguồn {scope} có giá trị cao hơn.',
  },
  relevance: {
    en: 'Preferred {winner} over {loser}: it answers the question more directly.',
    vi: 'Ưu tiên {winner} hơn {loser}: trả lời đúng câu hỏi hơn.',
  },
  evidence: {
    en: 'Preferred {winner} over {loser}: its kind of evidence is stronger.',
    vi: 'Ưu tiên {winner} hơn {loser}: loại bằng chứng mạnh hơn.',
  },
};
/** That sources differ is said in the answer too, where it is left open. */
export const SOURCES_DIFFER: Bilingual = {
  en: 'The sources differ on this, and nothing weighs enough to prefer one of them.',
  vi: 'Các nguồn nói khác nhau về điều này và chưa đủ căn cứ để chọn một bên.',
};

/** Which side was believed and by which rule, in a sentence for each pair of documents. */
export function explainResolution(
  { conflicts }: Resolution,
  passages: readonly RankedPassage[],
  language: Language,
): string {
  if (conflicts.length === 0) return NONE[language];
  return [...new Set(conflicts.map(explain))].join(' ');

  function explain({ a, b, winner, rule }: ResolvedConflict): string {
    const [first, second] = [documentOf(a.passage_id), documentOf(b.passage_id)];
    const title = (document: typeof first) => `"${document?.title ?? ''}"`;
    if (winner === 'both' || rule === null)
      return fillTemplate(BOTH[language], { a: title(first), b: title(second) });
    const [won, lost] = winner === 'a' ? [first, second] : [second, first];
    return fillTemplate(RULES[rule][language], {
      winner: title(won),
      loser: title(lost),
      agent: winner === 'a' ? a.agent : b.agent,
      scope: won?.scope ?? '',
      new: won?.created_at.slice(0, 10) ?? '',
      old: lost?.created_at.slice(0, 10) ?? '',
    });
  }

  function documentOf(passageId: string) {
    return passages.find(({ id }) => id === passageId)?.document;
  }
}

const LEFT_OUT: Bilingual = {
  en: 'Left out "{title}": "{by}" took its place on {on}.',
  vi: 'Không dùng "{title}": đã được thay thế bởi "{by}" từ {on}.',
};
const TOLD: Bilingual = {
  en: 'Note: "{title}" was superseded on {on} by "{by}".',
  vi: 'Lưu ý: "{title}" đã được thay thế từ {on} bởi "{by}".',
};

/** What to say of documents that others have taken the place of: which were left out, and of which the answer tells. */
export function explainReplaced(
  replaced: readonly Replaced[],
  language: Language,
): { leftOut: string; told: string } {
  const say = (words: Bilingual, some: readonly Replaced[]) =>
    some.map(({ title, by, on }) => fillTemplate(words[language], { title, by, on })).join(' ');
  return {
    leftOut: say(
      LEFT_OUT,
      replaced.filter(({ is_told }) => !is_told),
    ),
    told: say(
      TOLD,
      replaced.filter(({ is_told }) => is_told),
    ),
  };
}

/** Each document that was replaced, once. */
export function replacedIn(outcomes: readonly TaskOutcome[]): Replaced[] {
  const all = outcomes.flatMap(({ result }) => result?.replaced ?? []);
  return [...new Map(all.map((one) => [one.document_id, one])).values()];
}

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
