import type { Citation, Support } from '../../../src/domain/answer.ts';

/** A sentence of a message and what it rests on. */
export interface CitedSentence {
  start: number;
  end: number;
  support: Support;
  citations: readonly Citation[];
}

/** A `[n]` of a message and the citation it stands for; null where none was made for it. */
export interface Marker {
  start: number;
  end: number;
  number: number;
  citation: Citation | null;
}

export interface Segments {
  sentences: readonly CitedSentence[];
  markers: readonly Marker[];
}

const STRENGTH: Readonly<Record<Support, number>> = { supported: 2, weak: 1, unsupported: 0 };

/** Where the cited sentences and the markers of a message stand, in order. */
export function segmentCitations(message: string, citations: readonly Citation[]): Segments {
  const bySpan = new Map<string, Citation[]>();
  for (const citation of citations) {
    const { start_pos, end_pos } = citation;
    // A span that is not the text it says would mark the wrong words.
    if (message.slice(start_pos, end_pos) !== citation.text) continue;
    const key = `${start_pos}-${end_pos}`;
    bySpan.set(key, [...(bySpan.get(key) ?? []), citation]);
  }
  const sentences = [...bySpan.values()]
    .flatMap((group) => sentenceOf(group) ?? [])
    .sort((a, b) => a.start - b.start);
  return { sentences, markers: findMarkers(message, sentences) };
}

function sentenceOf(group: readonly Citation[]): CitedSentence | null {
  const [first] = group;
  if (first === undefined) return null;
  const best = group.reduce((a, b) => (STRENGTH[b.support] > STRENGTH[a.support] ? b : a));
  return { start: first.start_pos, end: first.end_pos, support: best.support, citations: group };
}

/** A marker belongs to the sentence it stands in or follows. */
function findMarkers(message: string, sentences: readonly CitedSentence[]): Marker[] {
  return [...message.matchAll(/\[(\d{1,3})\](?!\()/gu)].map((match) => {
    const start = match.index;
    const number = Number(match[1]);
    const sentence = sentences.findLast((one) => one.start <= start);
    const citation = sentence?.citations.find(({ source_index }) => source_index === number) ?? null;
    return { start, end: start + match[0].length, number, citation };
  });
}
