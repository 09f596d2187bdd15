import type { TopicCount } from '../../retrieval/passage-index.port.ts';

/** A topic of a role (DEMUC) with its sub-topics (CHU_DE_CON). */
export interface TopicEntry {
  demuc: string;
  chu_de_con: string[];
}

/** The topics a role's knowledge stands under, each once. */
export function topicList(counts: readonly TopicCount[]): TopicEntry[] {
  const entries = new Map<string, TopicEntry>();
  for (const { topic, sub_topic } of counts) {
    const entry = entries.get(topic) ?? { demuc: topic, chu_de_con: [] };
    if (sub_topic !== null) entry.chu_de_con.push(sub_topic);
    entries.set(topic, entry);
  }
  return [...entries.values()];
}

/** The list's own label for what someone wrote, whatever its case and spaces; null for what is not on the list. */
export function labelIn(labels: readonly string[], written: string | null): string | null {
  const wanted = plain(written ?? '');
  return wanted === '' ? null : (labels.find((label) => plain(label) === wanted) ?? null);
}

function plain(label: string): string {
  return label.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
