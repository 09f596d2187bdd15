import { once, readPatterns } from './read-lexicon.ts';

const cues = once(() =>
  readPatterns('language/advice-cues', ['turned against for break joint leaning'], 'giu'),
);
const KEPT_FOR = ' recommended ';

/** A sentence in its own words: the parts that speak against what they name, and the rest. */
export interface Advice {
  warnings: string[];
  rest: string[];
}

/**
 * Takes "avoid NSAIDs, but give an ACE inhibitor" apart. A part that says neither for nor against belongs to the rest: silence
 * about a danger is no warning of it.
 */
export function readAdvice(sentence: string): Advice {
  const advice: Advice = { warnings: [], rest: [] };
  for (const clause of sentence.normalize('NFC').split(cues().break)) {
    const stance = stanceOf(clause);
    // Both in one breath: each piece by its own words, one of a list without any by the piece before it.
    const pieces = stance === 'both' ? clause.split(cues().joint) : [clause];
    let last: Stance = null;
    for (const piece of pieces) {
      last = stanceOf(piece) ?? last;
      (last === 'against' ? advice.warnings : advice.rest).push(piece);
    }
  }
  return advice;
}

type Stance = 'for' | 'against' | 'both' | null;

function stanceOf(text: string): Stance {
  const { turned, against, for: inFavour } = cues();
  const plain = text.replace(turned, KEPT_FOR);
  const without = plain.replace(against, ' ');
  const isFor = without.search(inFavour) !== -1;
  if (without === plain) return isFor ? 'for' : null;
  return isFor ? 'both' : 'against';
}

/** Whether a sentence goes on about what the one before it named: "They are started at …". */
export function leansOnLast(sentence: string): boolean {
  return sentence.search(cues().leaning) !== -1;
}
