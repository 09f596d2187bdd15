/** What was asked before, the latest whole and last, as much of it as there is room for. */
export function summarizeContext(askedBefore: readonly string[], maxLength: number): string {
  let summary = '';
  for (const asked of askedBefore.toReversed()) {
    const longer = summary === '' ? asked : `${asked} ${summary}`;
    if (longer.length > maxLength) break;
    summary = longer;
  }
  return summary;
}
