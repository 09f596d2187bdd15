import { styleText } from 'node:util';
import type { NumberedEvent } from '../../domain/run-event.ts';

/** One line per finished step, on standard error. */
export function showEvent(event: NumberedEvent): void {
  if (event.type !== 'step' || event.data.status === 'running') return;
  const { step, status, outcome, duration_ms } = event.data;
  const mark = status === 'done' ? styleText('green', '✓') : styleText('red', '✗');
  const took = styleText('dim', `${Math.round(duration_ms)} ms`);
  process.stderr.write(`${mark} ${step.padEnd(10)} ${outcome ?? status} ${took}\n`);
}
