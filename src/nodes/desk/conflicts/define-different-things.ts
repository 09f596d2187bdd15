/** "X is Y divided by Z": what a rule of reckoning defines stands before the verb. */
const DEFINITION =
  /^(?:the |mức |số )?(.{2,80}?) (?:is|are|equals|bằng|được tính bằng) .{2,120}?(?<!\p{L})(?:multiplied by|times|divided by|nhân với|chia cho)(?!\p{L})/iu;

/** A definition speaks of nothing but what it defines: another definition, or another rule, cannot contradict it. */
export function defineDifferentThings(a: string, b: string): boolean {
  const [nameA, nameB] = [nameIn(a), nameIn(b)];
  return nameA !== nameB && (nameA !== null || nameB !== null);
}

function nameIn(text: string): string | null {
  return DEFINITION.exec(text)?.[1]?.toLowerCase() ?? null;
}
