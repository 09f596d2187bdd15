import {
  ABOUT_OTHERS,
  CHART_ITSELF,
  DRUG_LEFT_OUT,
  DRUG_WARNED_OF,
  GROUP_NAMES,
  NOT_HELD_AGAINST_CHART,
} from '../../../texts/clinic.ts';
import { SEVERITY_WORDS } from '../../../texts/safety.ts';
import type { HeldDrug, JudgeFor, PatientJudge } from '../../chart/safety/judge-for-patient.ts';
import type { Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import { type Bilingual, capitalised, fillTemplate, type Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { foreignGroups, type PeopleGroups, readPopulations, splitWords } from '../../language/claim-words.ts';
import { drugLists } from '../../language/drugs/drug-names.ts';
import { leansOnLast, readAdvice } from '../../language/read-advice.ts';
import { type Span, splitProse, splitSentences } from '../../language/sentences.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import type { CallReport, ClinicalContext } from './clinic-state.ts';

/** What may be told of the sources, and what has to be told with it. */
export interface EvidenceFit {
  /** The passages without the sentences that are not for this patient. */
  passages(found: readonly RankedPassage[]): RankedPassage[];
  /** A model's draft without them. */
  draft(text: string): string;
  /** What the tables hold against drugs that are told all the same; of all, or of those that a text tells of. */
  warnings(text?: string): string[];
  /** Whether a line tells of a drug that something is held against. */
  isWarnedOf(line: string): boolean;
  /** Of what a text would tell, or a model has told, what was left out and why. */
  leftOut(text: string): { drugs: string[]; others: string[] };
}

/** The fit for whoever's chart is open. Where it cannot be read any more, the answer says so. */
export async function openFit(from: {
  judgeFor: JudgeFor;
  gateway: Gateway;
  reports: readonly CallReport[];
  principal: Principal;
  clinical_context: ClinicalContext;
  language: Language;
  context: RunContext;
}): Promise<EvidenceFit> {
  const { judgeFor, gateway, reports, principal, clinical_context, language, context } = from;
  const { user_input: question, patient } = clinical_context;
  // A chart alone, quoted, is not held against itself.
  const isOwn = ({ document }: RankedPassage) => OWN_SOURCES.has(document.source_type);
  const isNeeded = gateway.modelName !== 'none' || reports.some(({ passages }) => !passages.every(isOwn));
  const judge = patient === null || !isNeeded ? null : await openJudge(patient.patient_id);
  const fit = createFit({ question, language, judge: judge === 'unavailable' ? null : judge });
  if (judge !== 'unavailable') return fit;
  const unread = NOT_HELD_AGAINST_CHART[language];
  return { ...fit, leftOut: (text) => ({ ...fit.leftOut(text), drugs: [unread] }) };

  async function openJudge(patientId: string): Promise<PatientJudge | 'unavailable'> {
    try {
      return (await judgeFor(principal, patientId, language)) ?? 'unavailable';
    } catch (error) {
      if (!(error instanceof GalenError)) throw error;
      context.emit({ type: 'note', data: { topic: 'chart-unavailable', code: error.code } });
      return 'unavailable';
    }
  }
}

type Held = HeldDrug & { isWarnedOf?: boolean };

/** Nobody's chart is open: an adult, with nothing special. */
const ANYBODY: PeopleGroups = new Map([
  ['age', new Set(['age:adult'])],
  ['state', new Set<string>()],
  ['care', new Set<string>()],
]);

/** Said by Galen's own tables, chart or tools: that is what the rest is held against. */
const OWN_SOURCES: ReadonlySet<string> = new Set([
  'calculation',
  'chart',
  'tool_report',
  'drug_table',
  'interactions',
]);

/** Holds what documents and a model say against the open chart, sentence by sentence: the one place where that is done. */
export function createFit(from: {
  question: string;
  language: Language;
  /** Null where no chart is open. */
  judge: PatientJudge | null;
}): EvidenceFit {
  const { question, language, judge } = from;
  const asked = judge?.namedIn(question) ?? [];
  const groups = withAsked(judge?.groups ?? ANYBODY, question);
  const conditions = new Set([...(judge?.conditions ?? []), ...(judge?.conditionsIn(question) ?? [])]);
  const notes: { text: string; held: readonly HeldDrug[]; foreign: readonly string[]; isKept: boolean }[] =
    [];

  return {
    passages: (found) => ofTheirConditions(found).flatMap(fittingParts),

    draft(text) {
      const lines = text.split('\n').map((line) => {
        let isKept = true;
        const kept = splitSentences(line, language).filter((span) => {
          // The number of a source goes with its sentence.
          if (!MARKS_ONLY.test(span.text)) isKept = keeps(span.text, heldIn(span.text));
          return isKept;
        });
        return kept.map((span) => span.text).join(' ');
      });
      return lines.filter((line) => line.trim() !== '').join('\n');
    },

    warnings(text) {
      const kept = notes.filter((note) => note.isKept);
      const told = kept.filter((note) => text?.includes(note.text) ?? true);
      const messages = new Set(told.flatMap(({ held }) => held.map(({ finding }) => finding.message)));
      // The same words, whether all of them are asked for or some.
      return tell(DRUG_WARNED_OF, kept, messages);
    },
    isWarnedOf: (line) => notes.some((note) => note.isKept && line.includes(note.text)),

    leftOut(text) {
      const left = notes.filter((note) => !note.isKept && text.includes(note.text));
      const foreign = new Set(left.flatMap((note) => note.foreign));
      const names = Object.entries(GROUP_NAMES).flatMap(([key, name]) =>
        foreign.has(key) ? [name[language]] : [],
      );
      const others = fillTemplate(ABOUT_OTHERS[language], { groups: names.join(', ') });
      return { drugs: tell(DRUG_LEFT_OUT, left), others: names.length === 0 ? [] : [others] };
    },
  };

  /** Documents about conditions that neither chart nor question names go, where others are left. */
  function ofTheirConditions(found: readonly RankedPassage[]): readonly RankedPassage[] {
    const isTheirs = ({ document }: RankedPassage) => {
      const named = judge?.conditionsIn(document.title) ?? [];
      return named.length === 0 || named.some((condition) => conditions.has(condition));
    };
    const theirs = found.filter(isTheirs);
    return theirs.length === 0 ? found : theirs;
  }

  function fittingParts(passage: RankedPassage): RankedPassage[] {
    if (OWN_SOURCES.has(passage.document.source_type)) return [passage];
    const spans = splitProse(passage.text, passage.document.language);
    const subject = `${passage.document.title}\n${passage.heading}`;
    const ofSubject = judge === null ? [] : heldAsSubject(subject, judge);
    let last: Held[] = [];
    const kept = spans.filter(({ text, heading = '' }) => {
      const isWarning = readAdvice(text).warnings.length > 0;
      const foreign = isWarning ? [] : foreignTo(text, [heading, passage.heading, passage.document.title]);
      if (judge?.namedIn(text).length !== 0) last = heldIn(text);
      else last = [...(leansOnLast(text) ? last : []), ...(isWarning ? [] : ofSubject)];
      return keeps(text, last, foreign);
    });
    return kept.length === spans.length ? [passage] : runsOf(passage, spans, kept);
  }

  /** A sentence says best whom it is about; what it leaves unsaid, its heading or title says. */
  function foreignTo(sentence: string, around: readonly string[]): string[] {
    const saying = [sentence, ...around].find((text) => readPopulations(splitWords(text)).length > 0);
    return saying === undefined ? [] : foreignGroups(saying, groups);
  }

  /** What a sentence names and is held, and whether it only warns of it. */
  function heldIn(sentence: string): Held[] {
    if (judge === null) return [];
    const { warnings, rest } = readAdvice(sentence);
    const advised = new Set(rest.flatMap((part) => judge.namedIn(part)));
    const warnedOf = new Set(warnings.flatMap((part) => judge.namedIn(part)));
    // Alcohol that a sentence speaks of is no medicine that it recommends.
    const isMedicine = ({ key }: HeldDrug) => !drugLists().ordinary.has(key) || asked.includes(key);
    return judge
      .heldIn(sentence)
      .filter(isMedicine)
      .map((held) => ({ ...held, isWarnedOf: warnedOf.has(held.key) && !advised.has(held.key) }));
  }

  /**
   * Whether a sentence is told. What is contraindicated is not, unless it was asked about or is only warned of; whatever is
   * told of a held drug comes after what the tables say.
   */
  function keeps(text: string, held: readonly Held[], foreign: readonly string[] = []): boolean {
    const isBarred = ({ isPart, isWarnedOf = false, finding, key }: Held) =>
      !isPart && !isWarnedOf && finding.severity === 'contraindicated' && !judge?.isAmong(key, asked);
    const isKept = foreign.length === 0 && !held.some(isBarred);
    // What is left out for its people is left out for them alone; else for what may not be told.
    // A sentence that only warns of a drug recommends nothing; what is contraindicated is said before it all the same.
    const told = held.filter(
      ({ isWarnedOf = false, finding }) => !isWarnedOf || finding.severity === 'contraindicated',
    );
    const reasons = isKept ? told : foreign.length > 0 ? [] : held.filter(isBarred);
    if (foreign.length + held.length > 0) notes.push({ text, held: reasons, foreign, isKept });
    return isKept;
  }

  /** A line for each finding, with all that it is held against. */
  function tell(
    template: Bilingual,
    from: readonly { held: readonly HeldDrug[] }[],
    messages?: ReadonlySet<string>,
  ): string[] {
    const findings = new Map<string, { finding: HeldDrug['finding']; names: Set<string> }>();
    for (const { name, finding } of from.flatMap(({ held }) => held)) {
      if (messages?.has(finding.message) === false) continue;
      const known = findings.get(finding.message) ?? { finding, names: new Set() };
      known.names.add(name);
      findings.set(finding.message, known);
    }
    return [...findings.values()].map(({ finding: { severity, message, evidence }, names }) => {
      const source = evidence.find(({ reference }) => reference === null)?.title ?? CHART_ITSELF[language];
      return fillTemplate(template[language], {
        drug: capitalised([...names].join(', ')),
        severity: SEVERITY_WORDS[severity][language],
        // One sentence, whatever stands in the title.
        source: source.replaceAll('. ', ', '),
        message,
      });
    });
  }
}

const MARKS_ONLY = /^(?:\[\d{1,3}\]\s*)+$/u;

function withAsked(own: PeopleGroups, question: string): PeopleGroups {
  const groups = new Map([...own].map(([line, set]) => [line, new Set(set)]));
  for (const group of readPopulations(splitWords(question)))
    groups.get(group.split(':')[0] ?? '')?.add(group);
  return groups;
}

/** What a document is about by its title, where all of that is held. */
function heldAsSubject(title: string, judge: PatientJudge): HeldDrug[] {
  const held = judge.heldIn(title).filter(({ isPart }) => !isPart);
  return held.length === judge.namedIn(title).length ? held : [];
}

/** The stretches of a passage whose sentences were all kept, each with its own place in the document. */
function runsOf(passage: RankedPassage, spans: readonly Span[], kept: readonly Span[]): RankedPassage[] {
  const runs: { start: number; end: number }[] = [];
  for (const [at, span] of spans.entries()) {
    if (!kept.includes(span)) continue;
    const last = runs.at(-1);
    const before = spans[at - 1];
    if (last && before && kept.includes(before)) last.end = span.end;
    else runs.push({ start: span.start, end: span.end });
  }
  return runs.map(({ start, end }, i) => ({
    ...passage,
    id: `${passage.id}~${i}`,
    text: passage.text.slice(start, end),
    start: passage.start + start,
    end: passage.start + end,
  }));
}
