export interface Redacted {
  text: string;
  /** How many of each kind were replaced. */
  counts: Record<string, number>;
}

interface Identifier {
  kind: string;
  pattern: RegExp;
}

/** What names a person by its form alone, in the order it is looked for. */
const IDENTIFIERS: readonly Identifier[] = [
  { kind: 'EMAIL', pattern: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu },
  {
    kind: 'PHONE',
    pattern:
      /(?:\+(?:84|1)[ .-]?|(?<![\p{L}\p{N}.]|(?<!\d)\d,)0)\d{2,3}[ .-]?\d{3}[ .-]?\d{3,4}(?![\p{L}\p{N}])/gu,
  },
  {
    kind: 'NATIONAL_ID',
    pattern: /(?<=(?<!\p{L})(?:cccd|cmnd|căn cước|ssn|mrn)(?!\p{L})[^\d\n]{0,20})\d[\d-]{4,13}\d(?!\d)/giu,
  },
];

/** Replaces identifiers by stable tokens ([PHONE_1]): the same words always get the same token. */
export function redactPii(text: string): Redacted {
  const counts: Record<string, number> = {};
  let redacted = text;
  for (const { kind, pattern } of IDENTIFIERS) {
    const tokens = new Map<string, string>();
    redacted = redacted.replace(pattern, (found) => {
      const token = tokens.get(found) ?? `[${kind}_${tokens.size + 1}]`;
      tokens.set(found, token);
      counts[kind] = (counts[kind] ?? 0) + 1;
      return token;
    });
  }
  return { text: redacted, counts };
}
