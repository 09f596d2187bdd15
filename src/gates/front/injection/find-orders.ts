import { screenUntrusted } from './detect-injection.ts';

/**
 * Which of these passages give orders to an assistant, by their structure. The gate's model knows messages of patients and mistakes
 * ordinary policies and guidelines for attacks: it is not asked of documents.
 */
export function findOrders(texts: readonly string[]): boolean[] {
  return texts.map((text) => screenUntrusted(text).findings.length > 0);
}
