import { createHash } from 'node:crypto';
import {
  DEGRADED_NOTES,
  DESK_DISCLAIMER,
  DISCLAIMER,
  NEXT_CLINIC_QUESTIONS,
  NEXT_QUESTIONS,
} from '../../texts/answer.ts';
import type { Principal } from '../domain/access.ts';
import { type Answer, Degradation, type Source, type Step, type Usage } from '../domain/answer.ts';
import type { FlowName } from '../domain/ask.ts';
import { type AuditBody, auditBody } from '../domain/audit-entry.ts';
import { fillTemplate, inLanguage, type Language } from '../domain/language.ts';
import { originOf, type RankedPassage } from '../domain/passage.ts';
import type { NumberedEvent } from '../domain/run-record.ts';
import { isAlarmed, type TurnState } from '../flows/shared/turn-state.ts';
import { screenUntrusted } from '../gates/front/injection/detect-injection.ts';
import { wordsAlone } from '../language/fold-diacritics.ts';
import type { AskFlow } from './run-turn.ts';

const OTHER_LANGUAGE =
  'The question seems to be in a language other than English and Vietnamese: Galen answers it in English.';

export interface FinishedTurn {
  id: string;
  askFlow: AskFlow;
  state: Partial<TurnState>;
  steps: Step[];
  events: readonly NumberedEvent[];
  spent: Omit<Usage, 'model'>;
  created_at: string;
}

/** The one envelope, from what the flow has written and what the trace tells. */
export function assembleAnswer(turn: FinishedTurn): Answer {
  const { id, askFlow, state, steps, events, spent, created_at } = turn;
  const language = state.language ?? 'en';
  const cited = state.cited ?? [];
  const answer: Omit<Answer, 'output'> = {
    id,
    conversation_id: state.conversation_id ?? '',
    flow: askFlow.name,
    route: state.route ?? null,
    language,
    message: state.message ?? '',
    sources: state.request?.return_sources === false ? [] : cited.map(toSource),
    citations: state.citations ?? [],
    confidence: state.confidence ?? 0,
    confidence_level: state.confidence_level ?? 'low',
    follow_up_questions: state.follow_up_questions ?? suggestQuestions(askFlow.name, state),
    disclaimer: disclaimerOf(events, askFlow.name, state, language),
    emergency: state.emergency ?? null,
    abstained: state.abstained ?? null,
    degraded: degradationOf(events, language),
    hallucination_flagged: state.hallucination_flagged ?? false,
    redactions: { input: state.input_redactions ?? {}, output: state.output_redactions ?? {} },
    steps,
    usage: { ...spent, model: modelsOf(events) },
    created_at,
  };
  return { ...answer, output: askFlow.output(answer, state) };
}

/** The front gate's note on the language goes with what is always shown: the message's offsets belong to its citations. */
function disclaimerOf(
  events: readonly NumberedEvent[],
  flow: FlowName,
  { claims = true, is_ours = false, citations = [] }: Partial<TurnState>,
  language: Language,
): string {
  const isOther = events.some(({ type, data }) => type === 'note' && data.topic === 'other-language');
  // A greeting shows no source, and tells nobody anything to act on.
  const isCourtesy = citations.length === 0 && (is_ours || !claims);
  const disclaimer = (flow === 'desk' ? DESK_DISCLAIMER : DISCLAIMER)[language];
  return [isOther ? OTHER_LANGUAGE : '', isCourtesy ? '' : disclaimer]
    .filter((part) => part !== '')
    .join(' ');
}

function toSource(passage: RankedPassage, position: number): Source {
  const { document, scores } = passage;
  return {
    index: position + 1,
    passage_id: passage.id,
    document_id: passage.document_id,
    title: document.title,
    url: document.url,
    pmid: document.pmid,
    year: document.year,
    journal: document.journal,
    evidence_level: document.evidence_level,
    source_type: document.source_type,
    scope: document.scope,
    created_at: document.created_at,
    relevance_score: Math.round(scores.relevance * 1_000) / 1_000,
    page: passage.page,
    heading_path: passage.heading_path,
    ...originOf(document),
    text: passage.text,
  };
}

/** The models whose words are in the answer, cached ones included. */
function modelsOf(events: readonly NumberedEvent[]): string {
  const models = events.flatMap(({ type, data }) =>
    type === 'note' && data.topic === 'model-answered' ? [String(data.model)] : [],
  );
  return [...new Set(models)].join(', ') || 'none';
}

/** What the trace says was done without the model, and why: an open circuit is only the echo of an earlier reason. */
function degradationOf(events: readonly NumberedEvent[], language: Language): Degradation | null {
  const notes = events.flatMap((event) =>
    event.type === 'note' && event.data.topic === 'task-degraded' ? [event.data] : [],
  );
  const last = notes.findLast(({ reason }) => reason !== 'circuit-open') ?? notes.at(-1);
  if (!last) return null;
  const reason = Degradation.shape.reason.parse(last.reason);
  const tasks = [...new Set(notes.map(({ task }) => String(task)))];
  return { reason, tasks, message: DEGRADED_NOTES[reason][language] };
}

interface AnsweredEntry {
  id: string;
  at: string;
  principal: Principal;
  question: string;
  answer: Answer;
}

/** What the audit chain keeps of an answered turn: the redacted question, and how it was answered, not the text itself. */
export function auditOfAnswer({
  principal,
  answer,
  cited,
  ...entry
}: AnsweredEntry & { cited: readonly RankedPassage[] }): AuditBody {
  const details = {
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
  };
  return auditBody(principal, 'ask', { ...entry, run_id: answer.id, details });
}

/** A turn that waits for a person: what it proposes is audited when they decide. */
export function auditOfPause({ principal, answer, ...entry }: AnsweredEntry): AuditBody {
  const { id: run_id, flow, route } = answer;
  return auditBody(principal, 'ask-waiting', { ...entry, run_id, details: { flow, route } });
}

const MOST_QUESTIONS = 3;

/** What could be asked next, for flows that suggest nothing themselves: of documents the asker has just been shown. */
export function suggestQuestions(flow: FlowName, state: Partial<TurnState>): string[] {
  const { language = 'en', question = '', abstained, evidence = [], cited = [], emergency = null } = state;
  // Whoever must act now is not sent to read on.
  if (abstained && isAlarmed(emergency)) return [];
  const questions =
    flow === 'clinic'
      ? Object.values(inLanguage(NEXT_CLINIC_QUESTIONS, language))
      : abstained
        ? (abstained.searched.closest ?? []).map(({ title }) => aboutDocument(title))
        : ofDocuments(evidence, cited);
  const asked = wordsAlone(question);
  return [...new Set(questions)]
    .filter((next) => isSound(next) && wordsAlone(next) !== asked)
    .slice(0, MOST_QUESTIONS);

  /** What was found and not cited: other sections, then documents no farther than those cited; last what these say as a whole. */
  function ofDocuments(found: readonly RankedPassage[], used: readonly RankedPassage[]): string[] {
    const usedIds = new Set(used.map(({ id }) => id));
    const usedDocuments = new Set(used.map(({ document_id }) => document_id));
    const least = Math.min(...used.map(({ scores }) => scores.relevance));
    const others = found.filter(
      ({ document_id, document, scores }) =>
        !usedDocuments.has(document_id) && document.language === language && scores.relevance >= least,
    );
    const sections = found.filter(
      (passage) => usedDocuments.has(passage.document_id) && !usedIds.has(passage.id),
    );
    return [
      ...sections.flatMap(({ document: { title }, heading }) =>
        heading === '' || heading === title
          ? []
          : [fillTemplate(NEXT_QUESTIONS.section[language], { title, heading })],
      ),
      ...others.map(({ document }) => aboutDocument(document.title)),
      ...used.map(({ document }) => aboutDocument(document.title)),
    ];
  }

  function aboutDocument(title: string): string {
    // A question and its answer is asked as it stands.
    if (title.endsWith('?')) return title;
    return fillTemplate(NEXT_QUESTIONS.document[language], { title });
  }
}

/** A title that speaks to a model would be refused as a question, and is not to be offered as one. */
function isSound(question: string): boolean {
  return screenUntrusted(question).findings.length === 0;
}
