import type { Language } from '../../domain/language.ts';
import { conditionTopic } from './condition-topic.ts';
import { foldForCues } from './fold-for-cues.ts';
import { readDrugs } from './read-mentions.ts';
import { toolFor } from './tool-cues.ts';

/** A drug is to join others, or is suspected of working on them. */
const JOINS =
  /\b(?:add|on top of|together|combin\w*|while on|with (?:what|his|her)|already taking|explain|co phai do|them|dang (?:dung|uong)|phoi hop|dung chung)\b/u;
/** Words that ask for something else than a treatment. */
const CAUSE =
  /\b(?:why|differential|cause|contribut\w*|tell .{2,40} from|vi sao|tai sao|nguyen nhan|phan biet|gay)\b/u;

interface Needs {
  question: string;
  medications: readonly string[];
  conditions: readonly string[];
  language: Language;
}
type Need = {
  tool: 'check_drug_interactions' | 'check_drug_safety' | 'get_clinical_guideline' | 'retrieve_medical_info';
  query: string;
};

/** At most two tools that serve a judgement, the more telling first. */
export function needsByRules({ question, medications, conditions, language }: Needs): Need[] {
  const folded = foldForCues(question);
  const drugs = readDrugs(question);
  const active = medications.flatMap((medication) => readDrugs(medication).slice(0, 1));
  const others = active.filter((drug) => !drugs.includes(drug));
  const [only = ''] = drugs;
  const isAbout = drugs.length === 1 && !isMentionedAsCurrent(folded, only);
  const interactions = drugs.length >= 2 || (isAbout && JOINS.test(folded) && others.length > 0);
  // What a condition is called finds guidelines; a whole question rarely does. Nothing in it says who the patient is.
  const topic = conditionTopic(question, conditions, language) || question;
  const knowledge: Need =
    CAUSE.test(folded) && toolFor(folded) !== 'get_clinical_guideline'
      ? { tool: 'retrieve_medical_info', query: topic }
      : { tool: 'get_clinical_guideline', query: topic };
  const needs: Need[] = [
    ...(interactions
      ? [
          {
            tool: 'check_drug_interactions' as const,
            query: [...drugs, ...(drugs.length === 1 ? others : [])].join(' '),
          },
        ]
      : []),
    ...(!interactions && isAbout ? [{ tool: 'check_drug_safety' as const, query: only }] : []),
    knowledge,
  ];
  return needs.slice(0, 2);
}

/** "…for a patient on amlodipine": what is taken already is not what the question is about. */
function isMentionedAsCurrent(folded: string, drug: string): boolean {
  return new RegExp(`\\b(?:on|taking|already on|dang (?:dung|uong))\\s+${escaped(drug)}`, 'u').test(folded);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
}
