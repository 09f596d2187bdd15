import { z } from 'zod';
import { TOOL_LABELS } from '../../../../texts/clinic.ts';
import type { JudgeFor } from '../../../chart/safety/judge-for-patient.ts';
import { Language } from '../../../domain/language.ts';
import { RankedPassage } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { INSUFFICIENT, isInsufficient, markQuarantined, quarantineNote } from '../../shared/search-notes.ts';
import { alsoAsksChart, isAllChart, quoteChartAnswer } from '../chart-question.ts';
import {
  CALLS_AFTER,
  CALLS_PER_SUBTASK,
  type CallReport,
  EvidenceSection,
  reading,
  type TriageRoute,
} from '../clinic-state.ts';
import { openFit } from '../fit-evidence.ts';
import {
  addHeld,
  gatherEvidence,
  quoteEvidence,
  quoteNotices,
  quoteWarnings,
  withheldFrom,
} from '../gather-evidence.ts';
import { askMasked } from '../mask-names.ts';

/** Writes the answer from the chart and what tools found. What it claims is checked by the back gate, not here. */
export function synthesizeResponse({ gateway, judgeFor }: { gateway: Gateway; judgeFor: JudgeFor }) {
  return defineNode({
    step: 'synthesize',
    reads: reading(
      'request',
      'principal',
      'parsed_request',
      'language',
      'clinical_context',
      'triage',
      'courtesy',
      'thinking',
      'reports',
      'proposals',
      'subtasks',
    ),
    outcomes: ['answered', 'insufficient', 'nothing'],

    async run(
      {
        request,
        principal,
        parsed_request,
        language,
        clinical_context,
        triage,
        courtesy,
        thinking,
        reports,
        proposals,
        subtasks,
      },
      context,
    ) {
      const { user_input: question, turns } = clinical_context;
      const { route } = triage;
      const isCalculated = proposals.length === 0 && isCalculation(route, reports);
      const usesChart = route === 'reasoning' || (route === 'multi_step' && !isCalculated);
      const isJudgement = asksJudgement(route, reports);
      const at = new Date(context.clock()).toISOString();
      const charted = clinical_context.patient?.answer ?? null;
      const asksOnly = triage.tool === 'get_patient_chart' || (route === 'multi_step' && charted?.is_plain);
      if (charted !== null && asksOnly && isAllChart(reports, proposals)) {
        const { patient_id = null, whose = null } = clinical_context.patient ?? {};
        const named = patient_id === request.patient_id ? null : whose;
        const quoted = quoteChartAnswer(charted, { whose: named, language, at, question });
        return { outcome: 'answered' as const, writes: { ...quoted, claims: true, is_partial: false } };
      }
      // What one half of the request asks the chart for stands before what the other half found.
      const half = charted && alsoAsksChart(parsed_request, charted) ? charted : null;
      const asked = half ? quoteChartAnswer(half, { whose: null, language, at, question }).evidence : [];
      const known = usesChart ? (clinical_context.patient?.passages ?? []) : [];
      const passages = [...asked, ...known];
      const patient =
        clinical_context.patient && passages.length > 0 ? { ...clinical_context.patient, passages } : null;
      const fit = await openFit({
        ...{ judgeFor, gateway, reports, principal, clinical_context, language, context },
      });
      const from = { question, language, at, patient, reports, proposals };
      const found = gatherEvidence({ ...from, fitting: fit.passages });
      const { evidence, sections } = found;
      const unfitted = quoteEvidence({ question, language, isJudgement, ...gatherEvidence(from) });
      const left = fit.leftOut(unfitted);
      addHeld(found, 'notice', [...left.drugs, ...left.others], { language, at });
      const isPartial = left.drugs.length > 0 || reports.some(({ status }) => status !== 'ok');
      const gathered = { ...found, is_partial: isPartial };
      const tools = [...new Set(reports.map(({ call }) => TOOL_LABELS[call.tool][language]))];
      const searched = {
        query: question,
        source_types: tools.length > 0 ? tools : null,
        min_evidence_level: null,
      };
      // A courtesy rests on no source that a model's words could be held to: code returns it.
      if (evidence.length === 0 && courtesy !== '')
        return { outcome: 'answered' as const, writes: { ...gathered, draft: courtesy, claims: false } };
      if (evidence.length === 0) return { outcome: 'nothing' as const, writes: { ...gathered, searched } };
      // Nothing was found: what became of each call is all there is to say, and it needs no other words.
      const onlyNotices = sections.every(({ kind }) => kind !== 'chart' && kind !== 'tool');
      // What the knowledge base does not hold, Galen says in full: where it looked, and what to ask instead.
      if (onlyNotices && route === 'direct')
        return {
          outcome: 'nothing' as const,
          writes: { evidence: [], searched, must_tell: left.drugs.join('\n') },
        };
      if (onlyNotices) {
        const draft = quoteEvidence({ question, language, isJudgement, ...gathered });
        return { outcome: 'answered' as const, writes: { ...gathered, searched, draft, claims: false } };
      }
      const quarantined = quarantineNote(evidence);
      if (quarantined) context.emit({ type: 'note', data: quarantined });
      const withheld = withheldFrom(clinical_context, reports);
      addHeld(found, 'warning', fit.warnings(), { language, at });
      const input = { question, language, isJudgement, thinking, turns, ...gathered };
      const limit = route === 'multi_step' ? 3 + CALLS_PER_SUBTASK * subtasks.length : CALLS_AFTER[route];
      // What code has computed and put into words needs no others.
      const asking = { context, withheld, calls: limit, certain: isCalculated ? 'calculated' : null };
      const { output, by } = await askMasked(gateway, synthesizeResponseTask, input, asking);
      if (isInsufficient(output)) return { outcome: 'insufficient' as const, writes: gathered };
      let isQualified = false;
      const draft = by === 'twin' ? warnedDraft(output) : heldDraft(output);
      if (draft === '') return { outcome: 'insufficient' as const, writes: gathered };
      const is_partial = isPartial || isQualified;
      return {
        outcome: 'answered' as const,
        writes: { ...gathered, is_partial, searched, draft, claims: true },
      };

      /** Quotes, with what the tables hold against them before the first that it is about. */
      function warnedDraft(quotes: string): string {
        const warnings = quoteWarnings(gathered, fit.warnings(quotes));
        const lines = quotes.split('\n');
        const at = lines.findIndex(fit.isWarnedOf);
        isQualified = warnings !== '';
        return warnings === '' ? quotes : lines.toSpliced(Math.max(0, at), 0, warnings).join('\n');
      }

      /** A model's words without what is not for this patient; it may pass over what else has to be told. */
      function heldDraft(words: string): string {
        const told = new Set(fit.warnings());
        const fitting = fit.draft(words);
        const isNew = (line: string) => !told.has(line);
        addHeld(gathered, 'warning', fit.warnings().filter(isNew), { language, at });
        const more = fit.leftOut(words).drugs.filter((line) => !left.drugs.includes(line));
        addHeld(gathered, 'notice', more, { language, at });
        isQualified = more.length > 0 || fit.warnings().length > 0;
        if (fitting === '') return '';
        return [quoteWarnings(gathered), fitting, quoteNotices(gathered, { isCited: true })]
          .filter((part) => part !== '')
          .join('\n');
      }
    },
  });
}

export const synthesizeResponseTask = defineTask({
  name: 'synthesize-response',
  input: z.object({
    question: z.string(),
    language: Language,
    isJudgement: z.boolean(),
    thinking: z.string(),
    turns: z.array(z.object({ author: z.string(), text: z.string() })),
    evidence: z.array(RankedPassage),
    sections: z.array(EvidenceSection),
  }),
  output: z.string().min(1),
  prompt: (input, fence) => ({
    system: [
      'You answer a clinician, in expert language, from the sources given and from nothing else.',
      '1. End every sentence that states a fact with the number of its source, as in [1].',
      '2. Say what bears on this patient first; then what the sources say; then what was not checked.',
      '3. "Not found" and "none recorded" are not "none": say them as they are.',
      '4. A proposed write has not happened. Never say that it has unless a source says so.',
      '5. Copy numbers, doses and units exactly. Short sentences, no headings.',
      `6. If the sources do not hold the answer, reply with the single word ${INSUFFICIENT}.`,
      `Write in ${input.language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      ...input.evidence.map(({ document, text }, i) =>
        fence(`source ${i + 1}`, markQuarantined(`${document.title}\n${text}`)),
      ),
      ...(input.thinking === '' ? [] : [fence('your own reasoning, not to be cited', input.thinking)]),
      ...input.turns.map(({ author, text }) => fence(`earlier message by ${author}`, text)),
      fence('question', input.question),
    ].join('\n\n'),
  }),
  twin: quoteEvidence,
});

/** Answers with the sources' own sentences, once, after a model's answer turned out to rest on none of them. */
export function quoteResults() {
  return defineNode({
    step: 'quote',
    reads: reading('language', 'clinical_context', 'triage', 'evidence', 'sections', 'reports', 'quoted'),
    outcomes: ['quoted', 'nothing-to-quote'],

    run({ language, clinical_context, triage, evidence, sections, reports, quoted }, { emit }) {
      // Quotes that did not hold would not hold a second time either.
      const must_tell = quoteNotices({ evidence, sections }, { isCited: false });
      if (quoted) return { outcome: 'nothing-to-quote' as const, writes: { must_tell } };
      const data = { topic: 'task-degraded', task: synthesizeResponseTask.name, reason: 'invalid-output' };
      emit({ type: 'note', data });
      const isJudgement = asksJudgement(triage.route, reports);
      const question = clinical_context.user_input;
      const quotes = quoteEvidence({ question, language, isJudgement, evidence, sections });
      const warnings = quotes === '' ? '' : quoteWarnings({ evidence, sections });
      const draft = warnings === '' ? quotes : `${warnings}\n${quotes}`;
      return draft === ''
        ? { outcome: 'nothing-to-quote' as const, writes: { must_tell } }
        : { outcome: 'quoted' as const, writes: { draft, quoted: true, claims: true } };
    },
  });
}

/** Whether a request asked for calculations and nothing else, but for the search for whose chart they need. */
function isCalculation(route: TriageRoute, reports: readonly CallReport[]): boolean {
  const tools = reports.map(({ call }) => call.tool).filter((tool) => tool !== 'search_patient');
  return route !== 'reasoning' && tools.length > 0 && tools.every((tool) => tool === 'calculate');
}

/** Whether an answer weighs something, rather than show a chart: then the chart's mainstays belong to it. */
function asksJudgement(route: TriageRoute, reports: readonly CallReport[]): boolean {
  if (route === 'reasoning') return true;
  const onlyShows = reports.every(({ call }) =>
    ['search_patient', 'get_patient_chart', 'calculate'].includes(call.tool),
  );
  return route === 'multi_step' && !onlyShows;
}
