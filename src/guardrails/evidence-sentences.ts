import { drugNamesIn } from '../domain/drug-names.ts';
import type { RankedPassage } from '../domain/passage.ts';
import { type Span, splitProse } from '../domain/sentences.ts';
import { contentWords } from './content-words.ts';
import { type HardFacts, hardFactsOf, type Surroundings } from './hard-facts.ts';
import { readPopulations } from './read-populations.ts';
import { withoutOrders } from './screen-untrusted.ts';
import { splitWords } from './split-words.ts';

/** A sentence of the evidence, or two neighbouring ones, with its place in the document's text. */
export interface EvidenceSentence {
  source_index: number;
  quote: string;
  quote_start: number;
  quote_end: number;
  words: ReadonlySet<string>;
  facts(): HardFacts;
  around(): Surroundings;
  /** The two sentences that this one is made of. */
  parts?: readonly [EvidenceSentence, EvidenceSentence];
}

/** Every sentence of the evidence, and every two neighbours, ready to be compared with claims. */
export function evidenceSentences(evidence: readonly RankedPassage[]): EvidenceSentence[] {
  return evidence.flatMap((passage, position) => {
    const around = once(() => surroundingsOf(passage));
    // A sentence that gives orders to a model is no evidence: nothing may rest on it.
    const spans = withoutOrders(passage.text, splitProse(passage.text, passage.document.language));
    const quoteAt = (start: number, end: number) => {
      const quote = passage.text.slice(start, end);
      return {
        source_index: position + 1,
        quote,
        quote_start: passage.start + start,
        quote_end: passage.start + end,
        facts: once(() => hardFactsOf(quote)),
        around,
      };
    };
    const single = spans.map(({ start, end, text }) => ({
      ...quoteAt(start, end),
      words: contentWords(text),
    }));
    const pairs = spans.flatMap((span, i): EvidenceSentence[] => {
      const [one, other, next] = [single[i], single[i + 1], spans[i + 1]];
      if (!one || !other || !next || !areNeighbours(passage.text, span, next)) return [];
      const words = new Set([...one.words, ...other.words]);
      return [{ ...quoteAt(span.start, next.end), words, parts: [one, other] }];
    });
    return [...single, ...pairs];
  });
}

function surroundingsOf({ document, text }: RankedPassage): Surroundings {
  return {
    drugs: drugNamesIn(document.title),
    populations: readPopulations(splitWords(`${document.title}. ${text}`)),
  };
}

/** Two sentences with a heading or a list mark between them are not one quote. */
function areNeighbours(text: string, one: Span, next: Span): boolean {
  return text.slice(one.end, next.start).trim() === '';
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
