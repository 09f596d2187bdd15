import { createHash } from 'node:crypto';
import type { Principal } from '../domain/access.ts';
import type { Answer } from '../domain/answer.ts';
import type { AuditAction, AuditBody } from '../domain/audit-entry.ts';
import type { RankedPassage } from '../domain/passage.ts';

interface Entry {
  id: string;
  at: string;
  principal: Principal;
}

/** What the audit chain keeps of an answered turn: the redacted question, and how it was answered, not the text itself. */
export function auditOfAnswer(
  entry: Entry & { question: string; answer: Answer; cited: readonly RankedPassage[] },
): AuditBody {
  const { question, answer, cited } = entry;
  return body(entry, 'ask', answer.id, question, {
    flow: answer.flow,
    route: answer.route,
    documents: [...new Set(cited.map(({ document_id }) => document_id))],
    answer_sha256: createHash('sha256').update(answer.message).digest('hex'),
    confidence: answer.confidence,
    abstained: answer.abstained !== null,
    degraded: answer.degraded?.reason ?? null,
    emergency: answer.emergency?.category ?? null,
    redactions: answer.redactions,
    llm_calls: answer.usage.llm_calls,
    model: answer.usage.model,
  });
}

/** A turn that waits for a person: what it proposes is audited when they decide. */
export function auditOfPause(entry: Entry & { question: string; answer: Answer }): AuditBody {
  const { flow, route } = entry.answer;
  return body(entry, 'ask-waiting', entry.answer.id, entry.question, { flow, route });
}

export function auditOfFailure(entry: Entry & { run_id: string; code: string }): AuditBody {
  return body(entry, 'ask-failed', entry.run_id, null, { code: entry.code });
}

/** A question that was turned away leaves the code and nothing else. */
export function auditOfRefusal(entry: Entry & { code: string }): AuditBody {
  return body(entry, 'ask-refused', null, null, { code: entry.code });
}

/** A search without an answer; refused ones leave their code only. */
export function auditOfSearch(entry: Entry & { query: string; documents: string[] }): AuditBody {
  return body(entry, 'search', null, entry.query, { documents: entry.documents });
}

export function auditOfRefusedSearch(entry: Entry & { code: string }): AuditBody {
  return body(entry, 'search-refused', null, null, { code: entry.code });
}

function body(
  { id, at, principal }: Entry,
  action: AuditAction,
  run_id: string | null,
  question: string | null,
  details: AuditBody['details'],
): AuditBody {
  return {
    id,
    at,
    tenant_id: principal.tenant_id,
    user_id: principal.user_id,
    action,
    run_id,
    question,
    details,
  };
}
