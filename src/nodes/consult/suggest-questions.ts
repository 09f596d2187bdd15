import type { Candidate } from './consult-words.ts';

/** As many as are suggested. */
const SUGGESTIONS = 3;

/** What to ask next: neighbouring questions of the knowledge base, so that each can be answered. */
export function suggestQuestions(asked: {
  /** Near questions, nearest first. */
  neighbours: readonly Candidate[];
  selectedIds: readonly string[];
  question: string;
  demuc: string | null;
  chu_de_con: string | null;
  /** Questions to fill up with. */
  samples: readonly string[];
}): string[] {
  const { demuc, chu_de_con } = asked;
  const open = asked.neighbours.filter(({ id }) => !asked.selectedIds.includes(id));
  const distance = (candidate: Candidate) => {
    if (demuc === null || candidate.demuc !== demuc) return 2;
    return chu_de_con !== null && candidate.chu_de_con === chu_de_con ? 0 : 1;
  };
  const ordered = [0, 1, 2].flatMap((far) => open.filter((candidate) => distance(candidate) === far));
  const taken = new Set([plain(asked.question)]);
  const suggested: string[] = [];
  for (const question of [...ordered.map(({ CAUHOI }) => CAUHOI), ...asked.samples]) {
    if (suggested.length === SUGGESTIONS) break;
    if (taken.has(plain(question))) continue;
    taken.add(plain(question));
    suggested.push(question);
  }
  return suggested;
}

function plain(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
