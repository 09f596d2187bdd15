import { CARD_WORDS, OVERRIDE_REASONS } from '../../../texts/interop.ts';
import { SEVERITY_WORDS } from '../../../texts/safety.ts';
import type { CheckedMedicine } from '../../chart/safety/check-orders.ts';
import { byGravity, type FindingSeverity, needsReason, type SafetyFinding } from '../../domain/approval.ts';
import { capitalised, type Language } from '../../domain/language.ts';

/** A card of CDS Hooks 2.0, as far as Galen fills it. */
export interface Card {
  uuid: string;
  summary: string;
  detail: string;
  indicator: 'info' | 'warning' | 'critical';
  source: { label: string; url: string };
  overrideReasons?: { code: string; system: string; display: string }[];
  links?: CardLink[];
}

export interface CardLink {
  label: string;
  url: string;
  type: 'absolute' | 'smart';
}

interface CardOptions {
  language: Language;
  /** Where Galen is reached. */
  url: string;
  link: CardLink | null;
  newId: () => string;
}

const MAX_SUMMARY = 140;
const OVERRIDE_SYSTEM = 'urn:galen:override-reason';
const INDICATORS: Readonly<Record<FindingSeverity, Card['indicator']>> = {
  contraindicated: 'critical',
  major: 'warning',
  moderate: 'info',
  unknown: 'info',
  info: 'info',
};

/** A card for each thing that speaks against a medicine, the gravest first; one for all that could not be checked of it. */
export function cardsFor(checked: readonly CheckedMedicine[], options: CardOptions): Card[] {
  return checked
    .flatMap(({ medication, findings }) => {
      const of = (wanted: FindingSeverity) => findings.filter(({ severity }) => severity === wanted);
      const told = (['contraindicated', 'major', 'moderate'] as const).flatMap(of);
      const remarks = of('info').map(({ message }) => message);
      const unchecked = of('unknown').map(({ message }) => message);
      return [
        ...told.map((found) => ({ ...found, heading: found.message, messages: [found.message] })),
        ...(unchecked.length === 0
          ? []
          : [{ ...UNCHECKED, heading: CARD_WORDS.unchecked[options.language], messages: unchecked }]),
      ].map((one) => ({ ...one, medication, remarks }));
    })
    .sort(byGravity)
    .map((told) => cardOf(told, options));
}

const UNCHECKED = { severity: 'unknown', evidence: [] } as const;

interface Told extends Pick<SafetyFinding, 'severity'> {
  medication: string;
  heading: string;
  messages: string[];
  evidence: readonly SafetyFinding['evidence'][number][];
  /** What no check looks at. */
  remarks: string[];
}

function cardOf(
  { severity, medication, heading, messages, evidence, remarks }: Told,
  options: CardOptions,
): Card {
  const { language, url, link, newId } = options;
  const table = evidence.find(({ reference }) => reference === null);
  const sources = evidence.map(({ title, reference }) =>
    reference === null ? title : `${title} (${reference})`,
  );
  const isSevere = needsReason({ severity });
  return {
    uuid: newId(),
    summary: shortened(`${medication}: ${heading}`),
    detail: [
      `**${capitalised(SEVERITY_WORDS[severity][language])}**: ${plain(medication)}`,
      ...messages.map((message) => `- ${plain(message)}`),
      ...(sources.length === 0 ? [] : [`${CARD_WORDS.sources[language]}:`]),
      ...sources.map((source) => `- ${plain(source)}`),
      ...remarks.map(plain),
    ].join('\n\n'),
    indicator: INDICATORS[severity],
    source: { label: table === undefined ? 'Galen' : `Galen: ${table.title}`, url },
    ...(isSevere ? { overrideReasons: overrideReasons(language) } : {}),
    ...(link === null ? {} : { links: [link] }),
  };
}

function overrideReasons(language: Language) {
  return Object.entries(OVERRIDE_REASONS).map(([code, display]) => ({
    code,
    system: OVERRIDE_SYSTEM,
    display: display[language],
  }));
}

/** One line of at most 140 characters, as the standard has it, ending at a word. */
function shortened(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= MAX_SUMMARY) return line;
  const cut = line.slice(0, MAX_SUMMARY - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_SUMMARY / 2)).trimEnd()}…`;
}

/** Words of a chart or an order within Markdown: shown as they are, never as a link, a picture or a tag. */
function plain(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\\`*_[\]<>#|~!]/gu, '\\$&');
}
