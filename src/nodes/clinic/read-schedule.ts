import {
  AS_NEEDED,
  AT_MOST,
  BARE_DURATION,
  DURATION,
  FREQUENCY,
  TIMING,
  TIMING_MARKED,
  WHEN_NEEDED,
} from './order-patterns.ts';
import { type OrderText, together } from './order-text.ts';

interface Schedule {
  frequency: string;
  duration: string;
  note: string;
}

/** Takes out of an order how often, when in the day and how long it is to be taken. */
export function takeSchedule(order: OrderText): Schedule {
  const atMost = order.take(AT_MOST)?.text ?? '';
  const needed = order.take(AS_NEEDED);
  const when = order.take(WHEN_NEEDED);
  const long = order.take(DURATION)?.text.replace(/^(?:for|x|trong(?: vòng| vong)?|during)\s*/iu, '');
  const times = order.take(FREQUENCY);
  const timing = [order.take(TIMING), order.take(TIMING), order.takeMarked(TIMING_MARKED)];
  const often = together(
    [times, ...timing].filter((part) => part !== null),
    order.typed,
  );
  const duration = long ?? order.take(BARE_DURATION)?.text ?? '';
  const need = [needed === null ? '' : 'as needed', when?.text ?? '', atMost].filter(Boolean).join(', ');
  // Needed now and then is how often, too, where nothing else says it.
  return often === ''
    ? { frequency: [needed?.text, when?.text].filter(Boolean).join(' '), duration, note: atMost }
    : { frequency: often, duration, note: need };
}
