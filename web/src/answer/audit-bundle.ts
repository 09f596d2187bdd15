import type { Answer } from '../../../src/domain/answer.ts';
import type { AuditEntry } from '../../../src/domain/audit-entry.ts';
import type { NumberedEvent } from '../../../src/domain/run-record.ts';
import { api } from '../api/client.ts';

const PAGE = 500;
const MAX_PAGES = 20;

/** All that is needed to check an answer elsewhere: itself, its spans, its trace, and its place in the hash chain. */
export async function collectAuditBundle(question: string, answer: Answer, mayAudit: boolean) {
  const { events } = await api<{ events: NumberedEvent[] }>(`/v1/runs/${answer.id}/events`);
  return {
    question,
    answer,
    spans: answer.citations,
    trace: events.filter(({ type }) => type === 'step' || type === 'note'),
    hash_proof: mayAudit ? await hashProof(answer.id) : null,
  };
}

/** The turn's entries, how the chain is sealed, and what the server says of the whole chain. */
async function hashProof(runId: string) {
  const entries = await entriesOf(runId);
  const verdict = await api<{ entries: number; head: string; first_problem: unknown }>('/v1/audit/verify');
  return { rule: 'hash = sha256(prev_hash + canonical JSON of body)', entries, verdict };
}

async function entriesOf(runId: string): Promise<AuditEntry[]> {
  let before = '';
  const found: AuditEntry[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { entries } = await api<{ entries: AuditEntry[] }>(`/v1/audit?limit=${PAGE}${before}`);
    found.push(...entries.filter(({ body }) => body.run_id === runId));
    const last = entries.at(-1);
    if (found.some(({ body }) => body.action === 'ask') || last === undefined || entries.length < PAGE) break;
    before = `&before_seq=${last.seq}`;
  }
  return found;
}
