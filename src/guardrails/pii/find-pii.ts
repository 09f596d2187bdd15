import { findAddressBlocks } from './find-address-blocks.ts';
import { findAddresses } from './find-addresses.ts';
import { findAges } from './find-ages.ts';
import { findCuedNumbers } from './find-cued-numbers.ts';
import { findDates } from './find-dates.ts';
import { findForms } from './find-forms.ts';
import { findNames } from './find-names.ts';
import { findVietnameseAddresses } from './find-vietnamese-addresses.ts';
import { findVietnameseNames } from './find-vietnamese-names.ts';
import { hideCodes } from './hide-codes.ts';
import type { PiiSpan } from './pii-span.ts';
import { readText } from './read-text.ts';
import { repeatNames } from './repeat-names.ts';

/** What names a person in a text: spans in order, none over another, none over a token. */
export function findPii(text: string): PiiSpan[] {
  const read = readText(hideCodes(text));
  const names = joinTouching([...findVietnameseNames(read), ...findNames(read)]);
  return keepApart([
    ...findCuedNumbers(read),
    ...findForms(read),
    ...findDates(read),
    ...findAges(read),
    ...findVietnameseAddresses(read),
    ...findAddressBlocks(read),
    ...findAddresses(read),
    ...names,
    ...repeatNames(read, names),
  ]);
}

/** Two ways of finding one name may each see a part of it. */
function joinTouching(spans: PiiSpan[]): PiiSpan[] {
  const joined: PiiSpan[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const before = joined.at(-1);
    if (before && span.start < before.end) before.end = Math.max(before.end, span.end);
    else joined.push({ ...span });
  }
  return joined;
}

/** Of spans that overlap nothing may be left over: they become one, of the kind of the longest, or of the first found. */
function keepApart(spans: readonly PiiSpan[]): PiiSpan[] {
  const kept: (PiiSpan & { longest: number })[] = [];
  // A stable sort: of equal starts the first found stays first.
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const length = span.end - span.start;
    const before = kept.at(-1);
    if (!before || span.start >= before.end) {
      kept.push({ ...span, longest: length });
      continue;
    }
    before.end = Math.max(before.end, span.end);
    if (length > before.longest) Object.assign(before, { kind: span.kind, longest: length });
  }
  return kept;
}
