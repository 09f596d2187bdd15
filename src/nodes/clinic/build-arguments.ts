import type { Bilingual, Language } from '../../domain/language.ts';
import type { ClinicalContext } from './clinic-state.ts';
import type { ToolName } from './clinic-tools.ts';
import { noteText } from './request/find-missing.ts';
import { askedWords } from './request/parse-request.ts';
import { readAllergy } from './request/read-allergy.ts';
import { readDrugs, readMentions } from './request/read-mentions.ts';
import { readOrder } from './request/read-order.ts';
import { conditionTopic, labelTopics, readTopic, readTrialSearch } from './request/read-topic.ts';

const NOTE_TITLE: Bilingual = { en: 'Clinical note', vi: 'Ghi chú lâm sàng' };

interface ArgumentOptions {
  language: Language;
  /** What earlier steps found, for a note that is to hold it. */
  findings?: string;
}

/** Most drugs that are checked against each other in one call. */
const MAX_DRUGS = 25;
/** A topic of no more words than this leaves most unsaid. */
const VAGUE_WORDS = 6;

/**
 * A tool's arguments from a query in words: made by code, so that a model names no patient. What is to be written to a
 * chart is read from the asker's own words alone.
 */
export function buildArguments(
  tool: ToolName,
  query: string,
  { patient, user_input }: Pick<ClinicalContext, 'patient' | 'user_input'>,
  { language, findings = '' }: ArgumentOptions,
): Record<string, unknown> {
  const asked = askedWords(tool, query, user_input);
  const patientId = patient === null ? {} : { patient_id: patient.patient_id };
  switch (tool) {
    case 'check_drug_interactions':
      return { drugs: drugsToCheck(query, { patient, user_input }), language };
    case 'check_drug_safety':
      return {
        drug: [...readDrugs(query), ...readDrugs(user_input)][0] ?? '',
        ...labelTopics(`${query} ${user_input}`),
        language,
      };
    case 'search_medical_literature':
      return { query: readTopic(query) };
    case 'retrieve_medical_info':
    case 'get_clinical_guideline':
      return { query: forPatient(readTopic(query), { patient, user_input }, language) };
    case 'find_clinical_trials':
      return { ...readTrialSearch(query) };
    case 'search_patient':
      return patientSearch(query, user_input);
    case 'get_patient_chart':
      return { ...patientId, language };
    case 'add_allergy':
      return { ...patientId, ...firstRead(asked, (text) => readAllergy(text, patient?.withheld)) };
    case 'prescribe_medication':
      return { ...patientId, ...firstRead(asked, (text) => readOrder(text, patient?.withheld)) };
    case 'save_clinical_note':
      return {
        ...patientId,
        title: NOTE_TITLE[language],
        text: noteText(user_input) || findings,
      };
    case 'analyze_medical_image':
      return { question: query, language };
  }
}

function firstRead<Read>(texts: readonly string[], read: (text: string) => Read | null): Read | null {
  for (const text of texts) {
    const found = read(text);
    if (found !== null) return found;
  }
  return null;
}

/** "Suggest alternatives" says nothing alone: the drugs of the whole request and the conditions say of what. */
function forPatient(
  topic: string,
  { patient, user_input }: Pick<ClinicalContext, 'patient' | 'user_input'>,
  language: Language,
): string {
  const isVague =
    patient !== null && readDrugs(topic).length === 0 && topic.split(/\s+/u).length <= VAGUE_WORDS;
  if (!isVague || conditionTopic(topic, [], language) !== '') return topic;
  const said = [...readDrugs(user_input), conditionTopic(user_input, patient.conditions, language)];
  return said.filter((words) => words !== '').join(' ') || topic;
}

/** The drugs of the query; one alone is checked against what the open chart has as active. */
function drugsToCheck(
  query: string,
  { patient, user_input }: Pick<ClinicalContext, 'patient' | 'user_input'>,
): string[] {
  const named = readDrugs(query).length > 0 ? readDrugs(query) : readDrugs(user_input);
  const active = (patient?.medications ?? []).flatMap(substancesIn);
  const drugs = named.length >= 2 ? named : [...named, ...active];
  return [...new Set(drugs)].slice(0, MAX_DRUGS);
}

/** What a chart's line of medication is of; one that no list knows by the words before its strength. */
function substancesIn(medication: string): string[] {
  const read = readDrugs(medication);
  return read.length > 0 ? read : [medication.split(/\s(?=\d)/u)[0]?.slice(0, 100) ?? medication];
}

function patientSearch(query: string, user_input: string): Record<string, unknown> {
  const named = readMentions(query).patient || readMentions(user_input).patient;
  // A record number holds digits; the token that stands for a name ends in one, too.
  return /\d/u.test(named) && !named.startsWith('[NAME') ? { identifier: named } : { name: named };
}
