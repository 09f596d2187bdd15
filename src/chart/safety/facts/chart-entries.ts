import type { ChartParts } from '../../chart.port.ts';

interface Concept {
  text?: string;
  coding?: { code?: string; display?: string }[];
}

const UNTRUE: readonly (string | undefined)[] = ['refuted', 'entered-in-error'];
const MISTAKEN: readonly (string | undefined)[] = ['entered-in-error', 'cancelled'];
const OVER: readonly (string | undefined)[] = ['resolved', 'inactive'];

/** A condition that holds: neither over nor taken back. */
export function isTrue(entry: { clinicalStatus?: Concept; verificationStatus?: Concept }): boolean {
  return !isRefuted(entry) && !codesOf(entry.clinicalStatus).some((code) => OVER.includes(code));
}

/** Found not to be so, or written down by mistake. */
export function isRefuted({ verificationStatus }: { verificationStatus?: Concept }): boolean {
  return codesOf(verificationStatus).some((code) => UNTRUE.includes(code));
}

/** An observation that was never made. */
export function isMistaken({ status }: { status?: string }): boolean {
  return MISTAKEN.includes(status);
}

export function textOf(concept: Concept | undefined): string {
  return concept?.text ?? concept?.coding?.find(({ display }) => display)?.display ?? '';
}

/** What an entry is called, and where it has no words its code: nothing recorded goes without a name. */
export function nameOf(concept: Concept | undefined): string {
  return textOf(concept) || (concept?.coding?.find(({ code }) => code)?.code ?? '');
}

export function codesOf(concept: Concept | undefined): (string | undefined)[] {
  return concept?.coding?.map(({ code }) => code) ?? [];
}

/** The newest observation of one of these codes that has a value. */
export function newestMeasured(observations: ChartParts['observations'], codes: readonly string[]) {
  const found = observations
    .filter((entry) => !isMistaken(entry) && codesOf(entry.code).some((code) => codes.includes(code ?? '')))
    .flatMap((entry) => {
      const { value, code = '', unit = code } = entry.valueQuantity ?? {};
      if (value === undefined) return [];
      const reference = `Observation/${entry.id}`;
      return [{ value, unit, code, name: nameOf(entry.code), date: dateOf(entry), reference }];
    });
  return found.sort((a, b) => b.date.localeCompare(a.date))[0];
}

export function dateOf(observation: {
  effectiveDateTime?: string;
  effectivePeriod?: { start?: string };
  issued?: string;
}): string {
  return observation.effectiveDateTime ?? observation.effectivePeriod?.start ?? observation.issued ?? '';
}
