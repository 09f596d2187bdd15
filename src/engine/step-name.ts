/** A step's key as it stands in the trace and in diagrams: `enhanceQuery` → `enhance-query`. */
export function stepName(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}
