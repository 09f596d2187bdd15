import type { z } from 'zod';
import { mayUseCharts, type Principal } from '../../../domain/access.ts';
import { GalenError } from '../../../domain/errors.ts';
import type { Language } from '../../../domain/language.ts';
import type { Message } from '../../../domain/run-record.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { TOKEN } from '../../../gates/front/pii/find-names.ts';
import { restorePii } from '../../../gates/front/pii/redact-pii.ts';
import type { NameSeal } from '../../../gates/name-seal.port.ts';
import { resolveFollowUp } from '../../shared/resolve-follow-up.ts';
import { asksChart, chartQuestionBefore, isOfOtherSex, patientSpokenOf } from '../chart-question.ts';
import {
  Clarification,
  type ClinicalContext,
  type PatientSummary,
  reading,
  type TimelineStep,
} from '../clinic-state.ts';
import { CHART_TOOLS } from '../clinic-tools.ts';
import { type NamesOnFile, namesIn } from '../mask-names.ts';
import { type ParsedRequest, parseRequest } from '../request/parse-request.ts';
import { nameMatches, readDrugs, readMentions } from '../request/read-mentions.ts';
import {
  foldForCues,
  isCancelled,
  isNegated,
  isQuestion,
  requestCues,
  toolFor,
} from '../request/request-cues.ts';
import { unreadChart } from './execute-calls.ts';

const RECENT_MESSAGES = 6;
/** Words of a message that only looks for somebody. */
const MAX_SOUGHT = 10;

/** Reads what the chart holds of a patient; null when there is none. Throws a GalenError when nobody could look. */
export type ReadPatient = (
  principal: Principal,
  patientId: string,
  language: Language,
  /** What is asked of the chart. */
  question: string,
) => Promise<PatientSummary | null>;

/** Gathers what the later steps need to know, without a model: the open chart, the last turns, the image. */
export function assembleContext({
  readPatient,
  names,
  namesOnFile,
}: {
  readPatient: ReadPatient;
  names: NameSeal;
  namesOnFile: NamesOnFile;
}) {
  return defineNode({
    step: 'context',
    reads: reading(
      'request',
      'principal',
      'language',
      'question',
      'history',
      'image_present',
      'sealed_names',
    ),
    outcomes: ['assembled'],

    async run(
      { request, principal, language, question, history, image_present, sealed_names },
      { newId, emit },
    ) {
      const said = parseRequest(question);
      const user_input = resolveRequest(said, history, request.patient_id);
      const patient_id =
        request.patient_id ?? patientSpokenOf(said, history, user_input !== question || needsChart(said));
      const { patient: opened, problem } =
        patient_id === null ? { patient: null, problem: null } : await open(patient_id);
      const isKept = request.patient_id === null;
      const isOther =
        opened !== null &&
        (isKept ? isOfOtherSex(said, opened.gender ?? null) : speaksOfAnother(said, opened));
      const patient = isOther ? null : opened;
      if (patient !== opened) emit({ type: 'note', data: { topic: 'another-patient-named' } });
      const isAsSaid = user_input === question && patient === null;
      const read = isAsSaid ? said : parseRequest(user_input, patient?.withheld, patient?.medications);
      const isNamed = patient_id !== null || read.patient !== '' || !seeksSomeone(read);
      const sought = isNamed ? [] : await namesOnFile(principal, user_input, { isSought: true });
      const parsed_request = sought.length === 0 ? read : { ...read, patient: sought.join(' ') };
      const clinical_context: ClinicalContext = {
        user_input,
        image_present,
        turns: history.slice(-RECENT_MESSAGES).map(({ author, text }) => ({ author, text })),
        patient,
      };
      const reports = problem === null ? [] : [unreadChart(newId(), problem)];
      const reasoning_timeline = patient === null ? [] : [contextStep(patient)];
      const searched = { query: user_input, source_types: null, min_evidence_level: null };
      return {
        outcome: 'assembled' as const,
        writes: { parsed_request, clinical_context, reports, reasoning_timeline, searched },
      };

      /** Who asks about one patient while another is open must not get the open one's chart for an answer. */
      function speaksOfAnother({ parts }: ParsedRequest, { withheld }: PatientSummary): boolean {
        // What is only to be written down may name anybody.
        const task = parts.map(({ text }) => text).join(' ');
        const named = restorePii(readMentions(task).patient, namesIn(names, sealed_names));
        return named !== '' && !nameMatches(named, withheld);
      }

      async function open(id: string) {
        try {
          const found = await readPatient(principal, id, language, user_input);
          if (found === null) throw new GalenError('NOT_FOUND', { what: 'patient' }, { language });
          return { patient: found, problem: null };
        } catch (error) {
          // A chart that is down for a moment is said to be; anything else is the asker's to hear.
          if (!(error instanceof GalenError) || error.code === 'NOT_FOUND' || error.status < 500) throw error;
          emit({ type: 'note', data: { topic: 'chart-unavailable', code: error.code } });
          return { patient: null, problem: error.code };
        }
      }
    },
  });
}

/** Whether a request may be for someone by a name that only the charts know: nothing else in it says what it is about. */
function seeksSomeone({ parts, drugs, cues, text }: ParsedRequest): boolean {
  const isOther = parts.some(({ named }) => named !== null && !CHART_TOOLS.has(named));
  return !isOther && drugs.length === 0 && !cues.small_talk && text.split(/\s+/u).length <= MAX_SOUGHT;
}

function needsChart({ parts }: ParsedRequest): boolean {
  return parts.some(({ tool }) => tool !== null && CHART_TOOLS.has(tool));
}

function contextStep({ label, conditions, medications, allergies }: PatientSummary): TimelineStep {
  const parts = [label, ...conditions, ...medications, ...allergies];
  return { step: 'context', detail: `Active patient: ${parts.join(', ')}` };
}

/** Lets only those who treat patients go on: before anything is stored, read or looked up. */
export function admitClinician() {
  return defineNode({
    step: 'admit',
    reads: reading('principal', 'language'),
    outcomes: ['admitted'],

    run({ principal, language }) {
      if (!mayUseCharts(principal)) throw new GalenError('CLINICIANS_ONLY', {}, { language });
      return { outcome: 'admitted' as const };
    },
  });
}

export function detectImage() {
  return defineNode({
    step: 'image',
    reads: reading('request'),
    outcomes: ['detected'],

    run({ request }) {
      return { outcome: 'detected' as const, writes: { image_present: request.image !== null } };
    },
  });
}

/** What Galen last asked back for; nothing for answers stored before that was recorded. */
const AskedBack = Clarification.partial().catch({ patient_id: null });

/** The request; where it answers a question that Galen asked back, the earlier request with this answer merged in. */
export function resolveRequest(
  said: ParsedRequest,
  history: readonly Message[],
  patientId: string | null,
): string {
  // In this turn a token of an earlier one may stand for someone else.
  const earlier = history.map((message) => ({ ...message, text: message.text.replace(TOKEN, '').trim() }));
  const asked = askedBefore(earlier);
  const [first, ...answers] = asked;
  // What names itself what it asks of the chart leans on nothing but the patient; "potassium" may answer "which drug?".
  if ((first === undefined || said.folded.endsWith('?')) && asksChart(said, null)) return said.text;
  if (first === undefined) {
    const chartQuestion = chartQuestionBefore(said, earlier);
    if (chartQuestion !== null) return `${chartQuestion} ${said.text}`;
    const named = withDrugBefore(said, earlier);
    if (named !== null) return named;
    const resolved = resolveFollowUp(said.text, earlier).question;
    // What was ordered before is not ordered again by what is said after it.
    return parseRequest(resolved).writes.length > said.writes.length ? said.text : resolved;
  }
  // An order for one patient is none for another.
  if (asked.some(({ back }) => back.patient_id !== null && back.patient_id !== patientId)) return said.text;
  let request = first.text;
  let { back } = first;
  for (const answer of answers) {
    request = mergeAnswer(parseRequest(request), back, parseRequest(answer.text));
    back = answer.back;
  }
  return mergeAnswer(parseRequest(request), back, said);
}

/** "Hold it", "tăng lên 80 mg": with the one drug that the message before spoke of. Null where it points to none. */
function withDrugBefore(said: ParsedRequest, history: readonly Message[]): string | null {
  const before = history.findLast(({ author }) => author === 'asker')?.text ?? '';
  const [drug, ...others] = readDrugs(before);
  const isAsked = isQuestion(said.text, said.folded.endsWith('?')) || isNegated(said.text);
  if (drug === undefined || others.length > 0 || said.drugs.length > 0 || isAsked) return null;
  const pointed = said.text.replace(/(?<!\p{L})(?:it|that one|this one|nó)(?!\p{L})/iu, drug);
  const text = pointed === said.text ? `${drug} ${said.text}` : pointed;
  const { writes } = parseRequest(text, ['?']);
  const isOrder = writes.some(({ args }) => args?.action !== undefined || args?.dose !== undefined);
  return isOrder && said.writes.every(({ args }) => args?.medication === undefined) ? text : null;
}

interface Exchange {
  text: string;
  back: z.infer<typeof AskedBack>;
}

/** The last messages of the asker, each of which Galen asked back about, the oldest first. */
function askedBefore(history: readonly Message[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (let at = history.length - 1; at > 0; at -= 2) {
    const [said, reply] = [history[at - 1], history[at]];
    const isAskedBack = reply?.answer?.flow === 'clinic' && reply.answer.route === 'clarify';
    if (said?.author !== 'asker' || reply?.author !== 'galen' || !isAskedBack) break;
    exchanges.unshift({ text: said.text, back: AskedBack.parse(reply.answer?.output.clarification) });
  }
  return exchanges;
}

const RECORD_NUMBER = /^[a-z]{2,5}[- ]?\d{3,10}$/iu;
/** A command that makes an order of an answer that is a whole one. */
const ORDER: Readonly<Record<'en' | 'vi', string>> = { en: 'prescribe', vi: 'kê' };

/** The request with the answer to what was asked back about it; the answer alone where it takes the request back. */
function mergeAnswer(
  request: ParsedRequest,
  { missing, choices = [], about }: Exchange['back'],
  said: ParsedRequest,
): string {
  const { text: answer, folded } = said;
  if (isCancelled(answer) || isNegated(answer) || isQuestion(answer, folded.endsWith('?'))) return answer;
  // A new write is meant as it stands; one without a verb, after an order, begins as that would have.
  const isOrder = request.writes.some(({ tool }) => tool === 'prescribe_medication');
  const order = `${ORDER[/[à-ỹđ]/iu.test(request.text) ? 'vi' : 'en']} ${answer}`;
  if (said.writes.length > 0) {
    const isVerbless =
      isOrder && said.writes.every(({ tool }) => tool === 'prescribe_medication') && toolFor(folded) === null;
    return isVerbless ? order : answer;
  }
  if (missing === 'patient' && RECORD_NUMBER.test(answer.trim()))
    return `${request.text} ${answer.trim().toUpperCase()}`;
  if (missing === 'order' && about !== undefined) {
    const chosen = choices.find((one) => Object.values(one).some((offer) => foldForCues(offer) === folded));
    const which = new RegExp(about.replace(/[^\p{L}\p{N}\s]/gu, '.'), 'iu');
    return chosen ? request.text.replace(which, chosen.value) : `${request.text} ${answer}`;
  }
  if (!isOrder) return `${request.text} ${answer}`;
  const only = choices.find(({ label }) => foldForCues(label) !== foldForCues(`"${about ?? ''}"`));
  const meant = requestCues().yes.test(folded) && choices.length <= 2 && only ? only.value : answer.trim();
  if (about !== undefined) {
    const isOffered = [`"${about}"`, about, ...choices.map(({ value }) => value)].some(
      (offer) => foldForCues(offer) === foldForCues(meant),
    );
    // Another drug than those offered is another order: no dose of the first goes over to it.
    return isOffered
      ? request.text.replace(about, foldForCues(meant) === foldForCues(about) ? `"${about}"` : meant)
      : order;
  }
  if (missing === 'unread') return order;
  const isOther = said.drugs.some((drug) => !request.drugs.includes(drug));
  return request.drugs.length > 0 && isOther ? order : `${request.text} ${answer}`;
}
