import { drugNamesIn } from '../../domain/drug-names.ts';
import { DRUG_CLASS } from './drug-classes.ts';
import { foldForCues } from './fold-for-cues.ts';

export interface Mentions {
  /** Drugs by what is in them, and classes of drugs, in lower case, each once. */
  drugs: string[];
  /** A name or a record number as written, or the token that stands for it; empty where there is none. */
  patient: string;
}

const TOKEN = /\[(?:NAME|MRN|ID|PATIENT)_\d{1,6}[a-z]{0,3}\]/u;
const RECORD_NUMBER =
  /(?<![\p{L}\p{N}])(?:[A-Z]{2,5}-\d{3,10}|(?:mrn|mã)[ :#-]{0,3}\d{4,12})(?![\p{L}\p{N}])/u;

/** A name after a word that only goes before one. */
const NAME = String.raw`\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{L}'’-]{0,30}){0,5}`;
const NAMED = new RegExp(
  String.raw`(?<!\p{L})(?:[Mm]rs?|[Mm]s|[Mm]iss|(?:[Pp]atient|named|called|[Bb]ệnh nhân|[Bb]enh nhan|tên|của|[Cc]ụ|[Bb]à|[Bb]ác|[Cc]ô|[Cc]hú|[Aa]nh|[Cc]hị|[Ôô]ng|[Ee]m|[Bb]é))\.?\s(${NAME})`,
  'u',
);
/** After a word that goes before many things, only a full name is taken for one. */
const FULL_NAME =
  /(?<!\p{L})(?:of|for|cho)\s(\p{Lu}\p{Ll}[\p{L}'’-]{0,30}(?:\s\p{Lu}\p{Ll}[\p{L}'’-]{0,30}){1,5})/u;
/** Capitals at the start of a request that names nobody else: "Find Bùi Quốc Trường Sơn". */
const FOUND = new RegExp(String.raw`^(?:Find|Open|Pull up|Tìm|Mở)\s(${NAME})`, 'u');

/** The drugs and the patient that a request names. By form and list: it misses some. */
export function readMentions(text: string): Mentions {
  return { drugs: readDrugs(text), patient: readPatient(text) };
}

export function readDrugs(text: string): string[] {
  const folded = foldForCues(text);
  const classes = [...folded.matchAll(DRUG_CLASS)].map(([name]) => name);
  const inClass = (drug: string) => classes.some((name) => name.split(/[ -]/u).includes(drug));
  const named = drugNamesIn(text).filter((drug) => !inClass(drug));
  return [...new Set([...named.map((drug) => inFull(drug, folded)), ...classes])];
}

/** A name is often two words, and one of them alone another drug, or none: folic acid, vitamin D. */
function inFull(drug: string, folded: string): string {
  if (folded.includes(`${drug} acid`) || folded.includes(`acid ${drug}`)) return `${drug} acid`;
  const letter = drug === 'vitamin' ? /\bvitamin ([a-k]\d{0,2})\b/u.exec(folded)?.[1] : undefined;
  return letter === undefined ? drug : `vitamin ${letter}`;
}

function readPatient(text: string): string {
  // A number means one person, a name perhaps several.
  const sure = RECORD_NUMBER.exec(text)?.[0] ?? TOKEN.exec(text)?.[0];
  if (sure !== undefined) return sure;
  const name = (NAMED.exec(text)?.[1] ?? FOUND.exec(text)?.[1] ?? FULL_NAME.exec(text)?.[1] ?? '').replace(
    /['’]s$/u,
    '',
  );
  // A drug or a place is written with a capital too.
  return readDrugs(name).length > 0 || /^(?:PubMed|Europe|KDIGO|ADA|ESC|GINA|WHO|Bộ)/u.test(name) ? '' : name;
}
