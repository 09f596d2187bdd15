import type { Language } from '../../../domain/language.ts';
import type { RankedPassage } from '../../../domain/passage.ts';
import type { Successor } from '../../../retrieval/passage-index.port.ts';
import type { Replaced } from '../desk-work.ts';

/** The earlier rule itself is asked for, or what has changed since. */
const ASKS_EARLIER =
  /\b(?:old|previous|former|superseded|outdated|used to)\b|\bearlier (?:policy|policies|rules?|version|edition)\b|(?<!\p{L})(?:cũ|trước đây|(?:bản|phiên bản|quy định) trước)(?!\p{L})/iu;
const YEARS = /(?<!\d)(?:19|20)\d{2}(?!\d)/gu;
const LABEL: Readonly<Record<Language, (on: string) => string>> = {
  en: (on) => `(superseded on ${on})`,
  vi: (on) => `(đã được thay thế từ ${on})`,
};

/** Leaves out the passages of documents that others have taken the place of, or labels them where just they are asked for. */
export function setAsideReplaced(
  passages: readonly RankedPassage[],
  successors: ReadonlyMap<string, Successor>,
  question: string,
  language: Language,
): { kept: RankedPassage[]; replaced: Replaced[] } {
  const years = new Set(question.match(YEARS) ?? []);
  const replaced = new Map<string, Replaced>();
  const kept = passages.flatMap((passage) => {
    const { document, document_id } = passage;
    const successor = successors.get(document_id);
    if (!successor) return [passage];
    const on = successor.created_at.slice(0, 10);
    const is_told = ASKS_EARLIER.test(question) || years.has(String(document.year));
    replaced.set(document_id, { document_id, title: document.title, by: successor.title, on, is_told });
    const title = `${document.title} ${LABEL[language](on)}`;
    return is_told ? [{ ...passage, document: { ...document, title } }] : [];
  });
  return { kept, replaced: [...replaced.values()] };
}
