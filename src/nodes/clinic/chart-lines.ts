import type { RankedPassage } from '../../domain/passage.ts';
import { splitProse } from '../../domain/sentences.ts';
import { foldForCues } from './fold-for-cues.ts';

export interface ChartLine {
  text: string;
  /** Place of its passage among those given. */
  position: number;
}

/** Sections of a chart, by words of a question for them and by words that head them; both without marks. */
const SECTIONS: readonly { asked: RegExp; section: RegExp }[] = [
  { asked: /\ballerg|\bdi ung\b/u, section: /\ballerg|\bdi ung\b/u },
  {
    asked: /\bmedic|\bmeds\b|\bdrugs?\b|\bprescri|\bthuoc\b|\bdon\b|\binteract|\btuong tac\b/u,
    section: /\bmedic|\bdrugs?\b|\bprescri|\bthuoc\b/u,
  },
  {
    asked:
      /\blabs?\b|\bresults?\b|\btrend|\binr\b|\bcreatinin|\begfr\b|\bpotassium\b|\bhba1c\b|\bkali\b|\bxet nghiem\b|\bdien bien\b|\bket qua\b|\bkidney\b|\brenal\b|\bckd\b|\bthan\b/u,
    section: /\blab|\bresults?\b|\bobservation|\bvital|\bxet nghiem\b|\bket qua\b|\bsinh hieu\b/u,
  },
  {
    asked: /\bvital|\bblood pressure\b|\bweight\b|\bsinh hieu\b|\bhuyet ap\b|\bcan nang\b/u,
    section: /\bvital|\bsinh hieu\b|\bobservation/u,
  },
  {
    asked: /\bcondition|\bproblem|\bdiagnos|\bhistory\b|\bchan doan\b|\btien su\b|\bbenh\b/u,
    section: /\bcondition|\bproblem|\bdiagnos|\bchan doan\b|\bbenh\b|\bvan de\b/u,
  },
  {
    asked:
      /\blast (?:visit|time|admission)|\bcame in\b|\bencounter|\bnotes?\b|\blan truoc\b|\blan kham\b|\bghi chu\b/u,
    section: /\bencounter|\bvisit|\bnotes?\b|\badmission|\blan kham\b|\bghi chu\b/u,
  },
];
/** What a judgement about a drug always needs: allergies, medication, results, conditions. */
const ALWAYS = [0, 1, 2, 4];

/** The lines of a chart that a question is about; for a judgement also those that no judgement does without. */
export function chartLines(
  question: string,
  passages: readonly RankedPassage[],
  { isJudgement, limit }: { isJudgement: boolean; limit: number },
): ChartLine[] {
  const folded = foldForCues(question);
  const wanted = SECTIONS.filter(
    ({ asked }, index) => asked.test(folded) || (isJudgement && ALWAYS.includes(index)),
  );
  const sections = wanted.length === 0 ? SECTIONS : wanted;
  const lines = passages.flatMap((passage, position) =>
    splitProse(passage.text, passage.document.language).map(({ text }) => ({
      text,
      position,
      head: foldForCues(`${passage.heading} ${text.split(/[:,]/u)[0] ?? ''}`),
      words: wordsOf(text),
    })),
  );
  const asked = wordsOf(question);
  const scored = lines.map((line, order) => ({
    line,
    order,
    score:
      (sections.some(({ section }) => section.test(line.head)) ? 2 : 0) +
      [...line.words].filter((word) => asked.has(word)).length,
  }));
  const best = scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, limit);
  // A chart whose lines no question word or heading tells apart is shown from its beginning.
  const shown = best.length > 0 ? best : scored.slice(0, limit);
  return shown.sort((a, b) => a.order - b.order).map(({ line: { text, position } }) => ({ text, position }));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(foldForCues(text).match(/[\p{L}\p{N}]{4,}/gu) ?? []);
}
