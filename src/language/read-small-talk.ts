import { foldDiacritics } from './fold-diacritics.ts';
import { once, readWordLists } from './read-lexicon.ts';

/** Longer messages ask something. */
const MAX_WORDS = 20;

/** What someone asks about Galen, or says goodbye with, weighs more than the greeting or the thanks before it. */
const BY_WEIGHT: readonly SmallTalk[] = ['capabilities', 'goodbye', 'thanks', 'small_talk', 'greeting'];

/** Up to six words, none of which asks something or objects to what was said. */
const ANY_FEW_WORDS =
  '(?:(?!(?:but|though|however|still|and|what|which|how|when|why|where|should|nhung|ma|van|sao|nao|gi|may|bao|khi|con|the|vay) )[^ ]+ ){0,6}';

type Kind = SmallTalk | 'filler';
const KINDS: readonly Kind[] = ['greeting', 'thanks', 'goodbye', 'small_talk', 'capabilities', 'filler'];

/**
 * Phrases as they are typed without marks, in lower case and without punctuation: `(a|b c)` is one of these, `?` after a
 * word or a group says that it may be left out, `*` is any few words that neither ask nor object. `medical_word`: words of the phrases that medicine uses too.
 */
const smallTalk = once(() => {
  const lists = readWordLists('language/small-talk', 'phrase', [...KINDS, 'medical_word', 'small_word']);
  return {
    phrases: KINDS.flatMap((kind) =>
      [...lists[kind]].map((phrase) => ({ kind, pattern: patternOf(phrase) })),
    ),
    /** Words without a meaning of their own that no phrase happens to hold. */
    small: lists.small_word,
    vocabulary: new Set(
      KINDS.flatMap((kind) => [...lists[kind]].flatMap((phrase) => phrase.match(/[a-z0-9]+/gu) ?? [])).filter(
        (word) => !lists.medical_word.has(word),
      ),
    ),
  };
});

/** What kind of small talk a message is made of from its first word to its last, or null: then it asks something. */
export function recogniseSmallTalk(message: string): SmallTalk | null {
  const words = wordsOf(message);
  if (words.length === 0 || words.length > MAX_WORDS) return null;
  const text = words.map((word) => `${word} `).join('');
  // By how far the text is read: the weightiest thing said in it until there. 0 is a text of fillers.
  const readTo = new Map<number, number>([[0, 0]]);
  for (let at = 0; at < text.length; at = text.indexOf(' ', at) + 1) {
    const before = readTo.get(at);
    if (before === undefined) continue;
    for (const { kind, pattern } of smallTalk().phrases) {
      pattern.lastIndex = at;
      if (!pattern.test(text) || pattern.lastIndex === at) continue;
      const weight = Math.max(before, weightOf(kind));
      readTo.set(pattern.lastIndex, Math.max(weight, readTo.get(pattern.lastIndex) ?? 0));
    }
  }
  const weight = readTo.get(text.length) ?? 0;
  return BY_WEIGHT.find((kind) => weightOf(kind) === weight) ?? null;
}

/** Whether a message holds words of its own: some that are never small talk. */
export function hasWordsOfItsOwn(message: string): boolean {
  const { vocabulary, small } = smallTalk();
  return wordsOf(message).some((word) => !vocabulary.has(word) && !small.has(word));
}

function weightOf(kind: Kind): number {
  return kind === 'filler' ? 0 : BY_WEIGHT.length - BY_WEIGHT.indexOf(kind);
}

function wordsOf(message: string): string[] {
  const folded = foldDiacritics(message.normalize('NFC')).toLowerCase();
  // "What's" and "I'm" are two words, as they are when typed without the mark.
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A phrase of the table, to be matched at a place of a text in which every word ends with a space. */
function patternOf(phrase: string): RegExp {
  const parts = phrase.match(/[a-z0-9]+|[()|?*]/gu) ?? [];
  const source = parts.map((part) => {
    if (part === '*') return ANY_FEW_WORDS;
    return part === '(' ? '(?:' : /\w/u.test(part) ? `(?:${part} )` : part;
  });
  return new RegExp(source.join(''), 'uy');
}

/** What someone says who asks nothing of medicine. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'small_talk' | 'capabilities';
