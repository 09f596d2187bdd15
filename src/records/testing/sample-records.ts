import { randomUUID } from 'node:crypto';
import type { Principal } from '../../domain/access.ts';
import type { Answer } from '../../domain/answer.ts';
import type { AuditBody } from '../../domain/audit-entry.ts';
import type { FinishedRun, NewRun } from '../run-records.port.ts';

/** A principal of a tenant nobody else has, so that suites can share a database. */
export function samplePrincipal(part: Partial<Principal> = {}): Principal {
  return {
    user_id: randomUUID(),
    tenant_id: randomUUID(),
    audience: 'patient',
    role: '',
    scopes: ['public'],
    departments: [],
    ...part,
  };
}

export function sampleRun(part: Partial<NewRun> = {}): NewRun {
  return {
    id: randomUUID(),
    conversation_id: randomUUID(),
    new_conversation: true,
    message_id: randomUUID(),
    flow: 'evidence',
    patient_id: null,
    question: 'What are the side effects of metformin?',
    created_at: '2026-01-01T10:00:00.000Z',
    ...part,
  };
}

export function sampleFinish(
  principal: Principal,
  run: Pick<NewRun, 'id' | 'conversation_id'>,
  part: Partial<FinishedRun> = {},
): FinishedRun {
  return {
    id: run.id,
    status: 'done',
    answer: sampleAnswer(run),
    error: null,
    events: [{ type: 'token', data: { text: 'Nausea' }, seq: 1 }],
    message_id: randomUUID(),
    audit: sampleAudit(principal, { run_id: run.id }),
    finished_at: '2026-01-01T10:00:01.000Z',
    ...part,
  };
}

export function sampleAudit(principal: Principal, part: Partial<AuditBody> = {}): AuditBody {
  return {
    id: randomUUID(),
    at: '2026-01-01T10:00:01.000Z',
    tenant_id: principal.tenant_id,
    user_id: principal.user_id,
    action: 'ask',
    run_id: null,
    question: 'What are the side effects of metformin?',
    details: { confidence: 0.83, nested: { z: 1, a: [null, true] } },
    ...part,
  };
}

/** An envelope with everything in it that a store may bend: key order, NUL, surrogates, big and tiny numbers, markers. */
export function sampleAnswer(
  run: Pick<NewRun, 'id' | 'conversation_id'>,
  part: Partial<Answer> = {},
): Answer {
  return {
    id: run.id,
    conversation_id: run.conversation_id,
    flow: 'evidence',
    route: null,
    language: 'vi',
    message: 'Buồn nôn là tác dụng phụ thường gặp [1]. \u0000 \ud800 😀',
    sources: [
      {
        index: 1,
        passage_id: 'p1',
        document_id: 'd1',
        title: 'Đái tháo đường',
        url: null,
        pmid: null,
        year: 2023,
        journal: 'J',
        evidence_level: 'rct',
        source_type: 'pubmed',
        scope: 'public',
        created_at: '2026-01-01T00:00:00.000Z',
        relevance_score: 0.1 + 0.2,
        page: 3,
        heading_path: ['Phần 1'],
        summary_of: null,
        fictional: false,
        text: 'x'.repeat(100_000),
      },
    ],
    citations: [],
    confidence: 1e-9,
    confidence_level: 'high',
    follow_up_questions: [],
    disclaimer: '',
    emergency: null,
    abstained: null,
    degraded: null,
    hallucination_flagged: false,
    redactions: { input: { PHONE: 1 }, output: {} },
    steps: [],
    usage: { llm_calls: 0, input_tokens: 0, output_tokens: 0, model: 'none' },
    output: {
      z: 1,
      a: { lc: 1, type: 'constructor', id: ['x'], kwargs: {} },
      large: 2 ** 53 - 1,
      text: '\u0000',
    },
    created_at: '2026-01-01T10:00:01.000Z',
    ...part,
  };
}
