import type { Figure } from '../figure.ts';
import { shareIn } from '../resolve-name.ts';
import { nearest, wordsOf } from '../statement.ts';
import type { Rule } from './rule.ts';

const SHARE = /chiếm (?:bao nhiêu|mấy) phần trăm|(?:percentage|share|proportion) of .* (?:is|are)\b/iu;

/** What percentage one stated number is of another. */
export const shareOfWhole: Rule = ({ question, language, statements }) => {
  if (!SHARE.test(question)) return null;
  const [part = '', whole = ''] = question.split(/chiếm (?:bao nhiêu|mấy) phần trăm|\b(?:is|are)\b/iu);
  const [parts, other] = [partsIn(part), figureFor(whole)];
  if (parts.length === 0 || !other || parts.some(({ id }) => id === other.id)) return null;
  const sum = parts.map(({ id }) => id).join(' + ');
  return {
    expression: `${parts.length > 1 ? `(${sum})` : sum} / ${other.id}`,
    unit: '%',
    used: [...parts, other],
  };

  /** All that one statement counts and the question names, "doctors and nurses", or the one that is meant. */
  function partsIn(name: string): Figure[] {
    const wanted = wordsOf(name, language);
    const together = statements
      .map(({ text, figures }) =>
        figures.filter((figure) => {
          const noun = wordsOf(nounAfter(text, figure), language);
          return noun.size > 0 && shareIn(noun, wanted) >= 0.99;
        }),
      )
      .find((named) => named.length > 1);
    const one = together ? null : figureFor(name);
    return together ?? (one ? [one] : []);
  }

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
        return { figure, share: shareIn(wordsOf(nounAfter(text, figure), language), wanted) };
      }),
    );
    return named.sort((a, b) => b.share - a.share).find(({ share }) => share > 0)?.figure ?? null;
  }
};

function nounAfter(text: string, figure: Figure): string {
  return /^ (\p{L}+ ?\p{L}*)/u.exec(text.slice(text.indexOf(figure.text) + figure.text.length))?.[1] ?? '';
}
