import type { Figure } from '../figure.ts';
import { shareIn } from '../resolve-name.ts';
import { nearest, wordsOf } from '../statement.ts';
import type { Rule } from './rule.ts';

const SHARE = /chiếm (?:bao nhiêu|mấy) phần trăm|(?:percentage|share|proportion) of .* (?:is|are)\b/iu;

/** What percentage one stated number is of another. */
export const shareOfWhole: Rule = ({ question, language, statements }) => {
  if (!SHARE.test(question)) return null;
  const [part = '', whole = ''] = question.split(/chiếm (?:bao nhiêu|mấy) phần trăm|\b(?:is|are)\b/iu);
  const [one, other] = [figureFor(part), figureFor(whole)];
  if (!one || !other || one.id === other.id) return null;
  return { expression: `${one.id} / ${other.id}`, unit: '%', used: [one, other] };

  function figureFor(name: string): Figure | null {
    return figureOf(name, 0.99) ?? figureNamed(name) ?? figureOf(name, 0);
  }

  /** The one number of the statement that a side is closest to. */
  function figureOf(name: string, share: number): Figure | null {
    const wanted = wordsOf(name, language);
    const closest = nearest(
      name,
      statements,
      language,
      ({ text, figures }) =>
        figures.length === 1 && figures[0]?.unit !== '%' && shareIn(wanted, wordsOf(text, language)) >= share,
    );
    return closest?.figures[0] ?? null;
  }

  function figureNamed(name: string): Figure | null {
    const wanted = wordsOf(name, language);
    const named = statements.flatMap(({ text, figures }) =>
      figures.map((figure) => {
        const after =
          /^ (\p{L}+ ?\p{L}*)/u.exec(text.slice(text.indexOf(figure.text) + figure.text.length))?.[1] ?? '';
        return { figure, share: shareIn(wordsOf(after, language), wanted) };
      }),
    );
    return named.sort((a, b) => b.share - a.share).find(({ share }) => share > 0)?.figure ?? null;
  }
};
