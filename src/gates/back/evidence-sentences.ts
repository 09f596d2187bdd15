import type { RankedPassage } from '../../domain/passage.ts';
import { contentWords, readPopulations, shareOf, splitWords } from '../../language/claim-words.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { once } from '../../language/read-lexicon.ts';
import { type Span, splitProse } from '../../language/sentences.ts';
import { withoutOrders } from '../front/injection/detect-injection.ts';
import { type HardFacts, hardFactsOf, type Surroundings } from './hard-facts.ts';

/** A sentence of the evidence, or two neighbouring ones, with its place in the document's text. */
export interface EvidenceSentence {
  source_index: number;
  quote: string;
  /** The quote as it is read: an item of a list within a line comes with the list's name. */
  reading: string;
  quote_start: number;
  quote_end: number;
  words: ReadonlySet<string>;
  facts(): HardFacts;
  around(): Surroundings;
  /** The words of its document's title, and those with all that stands around it. */
  title(): ReadonlySet<string>;
  spokenOf(): ReadonlySet<string>;
  /** It with what stands right before and after it and brings words of a claim that it lacks: "it" is said after a name. */
  windowFor(claim: ReadonlySet<string>): string;
  /** The two sentences that this one is made of. */
  parts?: readonly [EvidenceSentence, EvidenceSentence];
}

/** What the support model reads of a source. */
const WINDOW_WORDS = 110;

/** Every sentence of the evidence, and every two neighbours, ready to be compared with claims. */
export function evidenceSentences(evidence: readonly RankedPassage[]): EvidenceSentence[] {
  return evidence.flatMap((passage, position) => {
    const around = once(() => surroundingsOf(passage));
    const title = once(() => contentWords(passage.document.title));
    const spokenOf = once(() => contentWords(`${passage.document.title}\n${passage.text}`));
    // A sentence that gives orders to a model is no evidence: nothing may rest on it.
    const spans = withoutOrders(passage.text, splitProse(passage.text, passage.document.language));
    const quoteAt = (start: number, end: number, list = '') => {
      const quote = passage.text.slice(start, end);
      const reading = `${list}${quote}`;
      return {
        source_index: position + 1,
        quote,
        reading,
        quote_start: passage.start + start,
        quote_end: passage.start + end,
        facts: once(() => hardFactsOf(reading)),
        around,
        title,
        spokenOf,
      };
    };
    const single = spans.map(({ start, end, text }, i) => ({
      ...quoteAt(start, end),
      words: contentWords(text),
      windowFor: (claim: ReadonlySet<string>) => windowFor(claim, passage.text, spans, i),
    }));
    const pairs = spans.flatMap((span, i): EvidenceSentence[] => {
      const [one, other, next] = [single[i], single[i + 1], spans[i + 1]];
      if (!one || !other || !next || !areNeighbours(passage.text, span, next)) return [];
      const words = new Set([...one.words, ...other.words]);
      const both = quoteAt(span.start, next.end);
      return [{ ...both, words, windowFor: () => both.quote, parts: [one, other] }];
    });
    const items = spans.flatMap((span) =>
      itemsOf(span).map(({ start, end, list }): EvidenceSentence => {
        const item = quoteAt(start, end, list);
        return { ...item, words: contentWords(item.reading), windowFor: () => item.reading };
      }),
    );
    return [...single, ...items, ...pairs];
  });
}

const LISTED = /^[^:;.!?]{2,60}: (?=[^;]*; )/u;

/** The items of a line such as "Laboratory: potassium 5.2; haemoglobin 10.4", with the name of their list. */
function itemsOf({ text, start }: Span): { start: number; end: number; list: string }[] {
  const list = LISTED.exec(text)?.[0];
  if (list === undefined) return [];
  let at = start + list.length;
  return text
    .slice(list.length)
    .split('; ')
    .map((item) => {
      const from = at;
      at += item.length + 2;
      return { start: from, end: from + item.length, list };
    });
}

/** A model reads a sentence best alone: a neighbour goes with it only where it is needed, and as far as the model reads. */
function windowFor(claim: ReadonlySet<string>, text: string, spans: readonly Span[], at: number): string {
  const [before, own, after] = [spans[at - 1], spans[at], spans[at + 1]];
  if (!own) return '';
  const words = contentWords(own.text);
  const lacking = new Set([...claim].filter((word) => !words.has(word)));
  const brings = (span: Span) => shareOf(lacking, contentWords(span.text)) > 0;
  const start = before && areNeighbours(text, before, own) && brings(before) ? before.start : own.start;
  const end = after && areNeighbours(text, own, after) && brings(after) ? after.end : own.end;
  const windows = [text.slice(start, end), text.slice(start, own.end)];
  return windows.find((window) => window.split(/\s+/u).length <= WINDOW_WORDS) ?? own.text;
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
