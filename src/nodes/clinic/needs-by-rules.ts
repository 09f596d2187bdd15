import { foldForCues } from './fold-for-cues.ts';
import { readDrugs } from './read-mentions.ts';
import { toolFor } from './triage-rules.ts';

/** A drug is to join others, or is suspected of working on them. */
const JOINS =
  /\b(?:add|on top of|together|combin\w*|while on|with (?:what|his|her)|already taking|explain|co phai do|them|dang (?:dung|uong)|phoi hop|dung chung)\b/u;
/** A choice among treatments, or a target: what guidelines are for. */
const CHOICE =
  /\b(?:best|which|first[- ]line|choose|choice|prefer\w*|target|reduce|titrate|step|manage\w*|treat\w*|prevent\w*|should (?:a|an|we|i)|nen|chon|uu tien|muc tieu|dieu tri|du phong|giam|phac do)\b/u;
/** Words that ask for something else than a treatment. */
const CAUSE =
  /\b(?:why|differential|cause|contribut\w*|tell .{2,40} from|vi sao|tai sao|nguyen nhan|phan biet|gay)\b/u;

interface Needs {
  question: string;
  medications: readonly string[];
  conditions: readonly string[];
}
type Need = {
  tool: 'check_drug_interactions' | 'check_drug_safety' | 'get_clinical_guideline' | 'retrieve_medical_info';
  query: string;
};

/** At most two tools that serve a judgement, the more telling first. */
export function needsByRules({ question, medications, conditions }: Needs): Need[] {
  const folded = foldForCues(question);
  const drugs = readDrugs(question);
  const active = medications.flatMap((medication) => readDrugs(medication).slice(0, 1));
  const others = active.filter((drug) => !drugs.includes(drug));
  // Words of the chart make the search fit the patient; nothing in them says who it is.
  const inChart = conditions.filter((condition) => !foldForCues(question).includes(foldForCues(condition)));
  const topic = [question, ...(drugs.length === 0 || CHOICE.test(folded) ? inChart.slice(0, 2) : [])].join(
    ' ',
  );
  const [only = ''] = drugs;
  const isAbout = drugs.length === 1 && !isMentionedAsCurrent(folded, only);
  const interactions = drugs.length >= 2 || (isAbout && JOINS.test(folded) && others.length > 0);
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
