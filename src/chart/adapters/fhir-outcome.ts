import { isOperationOutcome } from '@medplum/core';
import { GalenError } from '../../domain/errors.ts';
import type { FhirAnswer } from './fhir-connection.ts';

/** An answer that is no success as an error of ours. Of the server's words only codes and places: the rest may name a patient. */
export function outcomeError({ status, body }: FhirAnswer, isWrite: boolean): GalenError {
  const issues = isOperationOutcome(body)
    ? body.issue.map(({ code, expression }) => [code, ...(expression ?? [])].map(safeWord).join(' '))
    : [];
  const problem = [`it answers ${status}`, ...issues.slice(0, 5)].join('; ');
  if (status === 412) return new GalenError('CHART_CONFLICT');
  if (isWrite && (status === 400 || status === 422))
    return new GalenError('CHART_RESOURCE_INVALID', { problem });
  return new GalenError('CHART_REQUEST_REFUSED', { problem });
}

function safeWord(word: unknown): string {
  return typeof word === 'string' && /^[A-Za-z][A-Za-z0-9.[\]-]{0,80}$/u.test(word) ? word : '…';
}
