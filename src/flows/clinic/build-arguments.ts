import { NOTE_TITLE } from '../../../texts/clinic.ts';
import type { Language } from '../../domain/language.ts';
import type { PatientSummary } from './clinic-state.ts';
import type { ToolName } from './clinic-tools.ts';
import { mentionsIn, noteText, type ParsedRequest, writeFor } from './request/parse-request.ts';
import { readDrugs } from './request/read-mentions.ts';
import { conditionTopic, labelTopics, readTopic, readTrialSearch } from './request/read-topic.ts';

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
        drug: [...mentionsIn(query, request).drugs, ...request.drugs][0] ?? '',
        ...labelTopics(`${query} ${request.text}`),
        language,
      };
    case 'search_medical_literature':
      return { query: readTopic(query) };
    case 'retrieve_medical_info':
    case 'get_clinical_guideline':
      return { query: forPatient(readTopic(query), context) };
    case 'find_clinical_trials':
      return { ...readTrialSearch(query) };
    case 'search_patient':
      return patientSearch(mentionsIn(query, request).patient || request.patient);
    case 'get_patient_chart':
      return { ...patientId, language };
    case 'add_allergy':
    case 'prescribe_medication':
      return { ...patientId, ...writeFor(tool, query, request)?.args };
    case 'save_clinical_note':
      return { ...patientId, title: NOTE_TITLE[language], text: noteText(request) || findings };
    case 'analyze_medical_image':
      return { question: query, language };
  }
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
