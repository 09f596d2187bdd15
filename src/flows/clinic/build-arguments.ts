import { NOTE_TITLE } from '../../../texts/clinic.ts';
import { readCalculation } from '../../chart/calculators/read-said.ts';
import { findMeasurables } from '../../chart/questions/measurement-names.ts';
import type { Language } from '../../domain/language.ts';
import { once, readCuePatterns, readPatterns } from '../../language/read-lexicon.ts';
import { conditionsIn } from '../memory/apply-memories.ts';
import type { PatientSummary } from './clinic-state.ts';
import type { ToolName } from './clinic-tools.ts';
import { mentionsIn, noteText, type ParsedRequest, writeFor } from './request/parse-request.ts';
import { readDrugs } from './request/read-mentions.ts';
import { foldForCues, requestCues } from './request/request-cues.ts';

/** Most drugs that are checked against each other in one call. */
const MAX_DRUGS = 25;
/** A topic of no more words than this leaves most unsaid. */
const VAGUE_WORDS = 6;

interface ArgumentContext {
  request: ParsedRequest;
  patient: PatientSummary | null;
  language: Language;
  /** What earlier steps found, for a note that is to hold it. */
  findings?: string;
}

/**
 * A tool's arguments from a query in words: made by code, so that a model names no patient. What is to be written to a
 * chart is read from the asker's own words alone.
 */
export function buildArguments(
  tool: ToolName,
  query: string,
  context: ArgumentContext,
): Record<string, unknown> {
  const { request, patient, language, findings = '' } = context;
  const patientId = patient === null ? {} : { patient_id: patient.patient_id };
  switch (tool) {
    case 'check_drug_interactions':
      return { drugs: drugsToCheck(query, context), language };
    case 'check_drug_safety':
      return {
        drug: drugAskedAbout([...mentionsIn(query, request).drugs, ...request.drugs]),
        ...labelTopics(`${query} ${request.text}`),
        language,
      };
    case 'search_medical_literature':
      return { query: readTopic(query) };
    case 'retrieve_medical_info':
    case 'get_clinical_guideline':
      return { query: forPatient(readTopic(query), context) };
    case 'find_clinical_trials':
      return readTrialSearch(query);
    case 'search_patient':
      return patientSearch(mentionsIn(query, request).patient || request.patient);
    case 'get_patient_chart':
      return { ...patientId, language };
    case 'add_allergy':
    case 'change_medication':
    case 'prescribe_medication':
      return { ...patientId, ...writeFor(tool, query, request)?.args };
    case 'save_clinical_note':
      return { ...patientId, title: NOTE_TITLE[language], text: noteText(request) || findings };
    case 'analyze_medical_image':
      return { question: query, language };
    case 'calculate':
      return { ...patientId, ...readCalculation(query, request.text), language };
  }
}

/** The first; but "potassium, and is ibuprofen safe?" asks for a value, and about a drug. */
function drugAskedAbout(drugs: readonly string[]): string {
  return drugs.find((drug) => findMeasurables(drug, []).length === 0) ?? drugs[0] ?? '';
}

/** "Suggest alternatives" says nothing alone: the drugs of the whole request and the conditions say of what. */
function forPatient(topic: string, { request, patient, language }: ArgumentContext): string {
  const isVague =
    patient !== null && readDrugs(topic).length === 0 && topic.split(/\s+/u).length <= VAGUE_WORDS;
  if (!isVague || conditionTopic(topic, [], language) !== '') return topic;
  const said = [...request.drugs, conditionTopic(request.text, patient.conditions, language)];
  return said.filter((words) => words !== '').join(' ') || topic;
}

/** The drugs of the query; one alone is checked against what the open chart has as active. */
function drugsToCheck(query: string, { request, patient }: ArgumentContext): string[] {
  const { drugs } = mentionsIn(query, request);
  const named = drugs.length > 0 ? drugs : request.drugs;
  const active = (patient?.medications ?? []).flatMap(substancesIn);
  return [...new Set(named.length >= 2 ? named : [...named, ...active])].slice(0, MAX_DRUGS);
}

/** What a chart's line of medication is of; one that no list knows by the words before its strength. */
function substancesIn(medication: string): string[] {
  const read = readDrugs(medication);
  return read.length > 0 ? read : [medication.split(/\s(?=\d)/u)[0]?.slice(0, 100) ?? medication];
}

/** A record number holds digits; the token that stands for a name ends in one, too. */
function patientSearch(named: string): Record<string, unknown> {
  return /\d/u.test(named) && !named.startsWith('[NAME') ? { identifier: named } : { name: named };
}

/** What a request puts before its topic; taken off as often as it is there. */
const lead = once(() => readPatterns('language/request-cues', ['topic_lead'], 'iu').topic_lead);
const LAST_WORD = /(?:^|\s)(?:please|giúp tôi|không|nhé|ạ)$/iu;

export function readTopic(text: string): string {
  let topic = text.trim();
  for (let shorter = cut(topic); shorter !== topic; shorter = cut(topic)) topic = shorter;
  return topic;
}

function cut(text: string): string {
  let end = text.length;
  while (end > 0 && ' ?.!'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(lead(), '').replace(LAST_WORD, '').trim();
}

const PLACE = /(?<!\p{L})(?:in|at|near|tại|ở)\s((?:\p{Lu}[\p{L}-]+\s?){1,3})/u;

export function readTrialSearch(text: string): Record<string, unknown> {
  const place = PLACE.exec(text);
  // "in CKD" is no place: an abbreviation is written in capitals alone.
  const location = place?.[1] && !/^\p{Lu}+$/u.test(place[1].trim()) ? place[1].trim() : undefined;
  const topic = readTopic(location === undefined ? text : text.replace(place?.[0] ?? '', ' '));
  const drugs = readDrugs(topic);
  const parts = topic
    .split(/\s(?:in|for|with|trong|cho|ở)\s/iu)
    .filter((part) => readDrugs(part).length === 0);
  const condition = (parts.length > 0 ? parts.join(' ') : drugs.length === 0 ? topic : '')
    .replace(/(?:đang|đã)?\s*(?:mở|tuyển|diễn ra)\s*(?:không)?$/iu, '')
    .trim();
  return {
    ...(condition === '' ? {} : { condition }),
    ...(drugs.length === 0 ? {} : { intervention: drugs.join(' ') }),
    ...(location === undefined ? {} : { location }),
    // Those that recruit are searched without being asked for.
    ...(requestCues().ongoing.test(foldForCues(text))
      ? { statuses: ['RECRUITING', 'ACTIVE_NOT_RECRUITING'] }
      : {}),
  };
}

const MAX_CONDITIONS = 2;

/** What a treatment is for, where a question names only the treatment; cues without marks and in lower case. */
const treatedConditions = once(() =>
  readCuePatterns('language/treated-conditions', ['en', 'vi']).map(({ keys: [en = '', vi = ''], cue }) => ({
    cue,
    condition: { en, vi },
  })),
);

/**
 * What a guideline would be looked up under: the conditions that a question names or whose treatment it names, else those
 * of the open chart. Empty where there are none.
 */
export function conditionTopic(question: string, conditions: readonly string[], language: Language): string {
  const folded = foldForCues(question);
  const treated = treatedConditions()
    .filter(({ cue }) => cue.test(folded))
    .map(({ condition }) => condition[language]);
  const named = [...new Set([...treated, ...conditionsIn(question, language)])];
  const isKnown = (name: string) => name === 'high blood pressure' && named.includes('hypertension');
  const asked = named.filter((name) => !isKnown(name));
  // Charts are kept in English where nobody says otherwise.
  const charted = asked.length > 0 ? [] : conditionsIn(conditions.join('. '), 'en');
  return [...asked, ...charted].slice(0, MAX_CONDITIONS + asked.length).join(' ');
}

const labelCues = once(() =>
  readPatterns('language/request-cues', ['pregnancy', 'boxed_warning', 'contraindications', 'interactions']),
);

/** What of a drug's safety a request asks for, or none: then all of it. */
export function labelTopics(request: string): { topics?: string[] } {
  const folded = foldForCues(request);
  const topics = Object.entries(labelCues()).flatMap(([topic, cue]) => (cue.test(folded) ? [topic] : []));
  return topics.length === 0 ? {} : { topics };
}
