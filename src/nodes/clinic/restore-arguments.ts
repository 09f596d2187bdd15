import { restorePii } from '../../guardrails/front/pii/redact-pii.ts';
import type { NameSeal } from '../../guardrails/name-seal.port.ts';

type Arguments = Record<string, unknown>;

/** Arguments for the hospital's own chart: tokens are words again, or a note would keep "[NAME_1]". */
export function restoreArguments(args: Arguments, names: NameSeal, sealed: string): Arguments {
  const words = namesIn(names, sealed);
  return mapTexts(args, (text) => restorePii(text, words));
}

/** What the tokens of a turn stand for; nothing, where nothing was sealed or it was sealed elsewhere. */
export function namesIn(names: NameSeal, sealed: string): Record<string, string> {
  return sealed === '' ? {} : (names.open(sealed) ?? {});
}

/** The same arguments with each text in them changed. */
export function mapTexts(args: Arguments, change: (text: string) => string): Arguments {
  const map = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    return Array.isArray(value) ? value.map(map) : value;
  };
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, map(value)]));
}
