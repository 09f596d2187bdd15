import { styleText } from 'node:util';
import { EmergencyNotice } from '../../domain/answer.ts';
import type { NumberedEvent } from '../../domain/run-event.ts';

/** One line per finished step, and an emergency as soon as it is known, on standard error. */
export function showEvent(event: NumberedEvent): void {
  if (event.type === 'note' && event.data.topic === 'emergency') {
    const { message, quiet } = EmergencyNotice.parse(event.data.notice);
    process.stderr.write(`${styleText(quiet ? 'dim' : ['bold', 'red'], `⚠ ${message}`)}\n`);
    return;
  }
  if (event.type !== 'step' || event.data.status === 'running') return;
  const { step, status, outcome, duration_ms } = event.data;
  const mark = status === 'done' ? styleText('green', '✓') : styleText('red', '✗');
  const took = styleText('dim', `${Math.round(duration_ms)} ms`);
  process.stderr.write(`${mark} ${step.padEnd(10)} ${outcome ?? status} ${took}\n`);
}
