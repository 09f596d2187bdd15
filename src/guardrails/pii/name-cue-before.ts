import { RELATIONS, ROLES, TITLES } from '../tables/name-cues.ts';
import type { ReadText } from './read-text.ts';

/** Certain: what follows with a capital is a name. Likely: it is one if it is known as one. */
export type NameCue = 'certain' | 'likely' | 'none';

const POSSESSIVES = new Set(['my', 'our', 'his', 'her', 'their', 'your']);
const SIGNATURES = new Set(['signed', 'regards', 'sincerely', 'cheers', 'thanks']);
const SAYING = new Set(['says', 'said', 'named', 'nicknamed']);

/** What the words before a word say about its being a name. */
export function nameCueBefore(read: ReadText, index: number): NameCue {
  const before = read.words[index - 1];
  if (!before) return 'none';
  const gap = read.gapAfter(index - 1);
  const word = before.folded;
  if (word === 'name' && gap === '? ') return 'certain';
  if (gap.length > 4 || /[;!?)\u2588]/u.test(gap)) return 'none';
  const second = read.words[index - 2]?.folded ?? '';
  const third = read.words[index - 3]?.folded ?? '';

  if (TITLES.has(word)) {
    if (!/^\.? $/u.test(gap)) return 'none';
    // MS is a disease and DR a diet: in capitals they are a title only before a name.
    return before.shouted ? 'likely' : 'certain';
  }
  if (word === 'name' && /^\s?[:=-]\s/u.test(gap)) return 'certain';
  if ((word === 'is' || word === 'was' || word === 's') && second === 'name')
    return gap === ' ' ? 'certain' : 'none';
  if (SIGNATURES.has(word) && /^,\s/u.test(gap)) return 'certain';
  if (/^[,.]/u.test(gap) && !RELATIONS.has(word) && !ROLES.has(word)) return 'none';
  if (word === 'me' && (second === 'call' || second === 'calls')) return 'certain';
  if ((word === 'him' || word === 'her') && (second === 'named' || second === 'called')) return 'certain';
  if (SAYING.has(word)) return gap === ' ' && read.words[index]?.shouted !== true ? 'certain' : 'none';
  if (RELATIONS.has(word) && POSSESSIVES.has(second)) return /^,? $/u.test(gap) ? 'certain' : 'none';
  if (word === 'pt' && gap === '. ') return 'likely';
  if (ROLES.has(word)) return /^[,:]? $/u.test(gap) ? 'likely' : 'none';
  if (word === 'name' || (word === 'am' && second === 'i') || (word === 'm' && second === 'i'))
    return 'likely';
  if (word === 'im' || (word === 'is' && second === 'this') || (word === 'to' && third === 'tribute'))
    return 'likely';
  if (word === 'user' || word === 'caller') return gap === ': ' ? 'likely' : 'none';
  if (word === 'under' || word === 'dear') return 'likely';
  return 'none';
}
