/** The wait a provider asks for, in milliseconds; null when it asks for none we can read. */
export function retryAfterMs(
  headers: Readonly<Record<string, string>> | undefined,
  now: number,
): number | null {
  // OpenAI's finer form.
  const milliseconds = headers?.['retry-after-ms'];
  if (milliseconds !== undefined && /^\d+(\.\d+)?$/.test(milliseconds)) return Number(milliseconds);

  const value = headers?.['retry-after']?.trim();
  if (value === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
