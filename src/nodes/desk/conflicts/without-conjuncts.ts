import { remember } from './remember.ts';
import { type Said, wordsOf } from './subject-of.ts';

const JOINT = /,? (?:và|and|or|hoặc) /giu;

/** A statement without what it joins on that the other does not speak of: of flowers and letters, the flowers. */
export function withoutConjuncts(said: Said, other: Said): Said {
  const spoken = wordsOf(other);
  const kept = conjunctsOf(said).filter(
    ({ words }) => words.length === 0 || words.some((word) => spoken.includes(word)),
  );
  if (kept.length === conjunctsOf(said).length) return said;
  return { ...said, text: headOf(said.text) + kept.map(({ text }) => text).join('') };
}

/** Each with the word that joins it on, and what it is about. */
const conjunctsOf = remember((said: Said) => {
  const joints = [...said.text.matchAll(JOINT)];
  return joints.map(({ index, 0: joint }, i) => {
    const text = said.text.slice(index, joints[i + 1]?.index ?? said.text.length);
    return { text, words: wordsOf({ ...said, text: text.slice(joint.length) }) };
  });
});

function headOf(text: string): string {
  return text.slice(0, text.search(JOINT));
}
