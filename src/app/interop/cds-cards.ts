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
  const cards = checked.flatMap(({ medication, findings }) => {
    const told = findings.filter(({ severity }) => severity !== 'unknown' && severity !== 'info');
    const unchecked = findings.filter(({ severity }) => severity === 'unknown');
    const remarks = findings.filter(({ severity }) => severity === 'info').map(({ message }) => message);
    const words = CARD_WORDS.unchecked[options.language];
    return [
      ...told.map((found) => ({
        severity: found.severity,
        card: cardOf(medication, found, remarks, options),
      })),
      ...(unchecked.length === 0
        ? []
        : [
            {
              severity: 'unknown' as const,
              card: {
                ...common(options),
                summary: shortened(`${medication}: ${words}`),
                detail: [
                  ...unchecked.map(({ message }) => `- ${plain(message)}`),
                  ...remarks.map(plain),
                ].join('\n\n'),
                indicator: INDICATORS.unknown,
                source: { label: 'Galen', url: options.url },
              },
            },
          ]),
    ];
  });
  return cards.sort(byGravity).map(({ card }) => card);
}

function cardOf(
  medication: string,
  found: SafetyFinding,
  remarks: readonly string[],
  options: CardOptions,
): Card {
  const { severity, message, evidence } = found;
  const { language, url } = options;
  const table = evidence.find(({ reference }) => reference === null);
  return {
    ...common(options),
    summary: shortened(`${medication}: ${message}`),
    detail: [
      `**${capitalised(SEVERITY_WORDS[severity][language])}**: ${plain(`${medication}: ${message}`)}`,
      `${CARD_WORDS.sources[language]}:`,
      evidence
        .map(({ title, reference }) => `- ${plain(reference === null ? title : `${title} (${reference})`)}`)
        .join('\n'),
      ...remarks.map(plain),
    ].join('\n\n'),
    indicator: INDICATORS[severity],
    source: { label: table === undefined ? 'Galen' : `Galen: ${table.title}`, url },
    ...(needsReason(found) ? { overrideReasons: overrideReasons(language) } : {}),
  };
}

function common({ newId, link }: CardOptions) {
  return { uuid: newId(), ...(link === null ? {} : { links: [link] }) };
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
