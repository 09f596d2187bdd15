import { BRAND_NAMES } from '../../domain/brand-names.ts';
import { isDrugName } from '../../domain/drug-names.ts';
import { type DrugSpan, drugSpansIn } from '../../domain/drug-spans.ts';
import { nearDrugs } from './near-drugs.ts';
import { NAME_TAIL } from './order-fillers.ts';
import { COMBINED } from './order-patterns.ts';
import { BLANK, type OrderText, type Taken } from './order-text.ts';

/** A product by all of its name: its substances, its salt, its form. */
export interface Product extends Taken {
  /** How many substances are in it, as far as its name tells. */
  substances: number;
  /** A word that only has the form of a drug and is nearly spelt like one. */
  doubtful: string | null;
  /** What of the name says more than the substances. */
  tail: string;
}

/** One product's substances stand beside each other, or are tied by a sign. */
const TIED = /^\s?[/+]\s?$|^-$/u;
/** Tied by a word, they are one product only where its strength has as many parts. */
const TIED_BY_WORD = /^\s(?:and|with|plus|va|voi)\s$/u;

/** A class is not yet a drug. */
const CLASS_ONLY = /^(?:statins?|penicillins?|insulins|corticosteroids?|steroids?|tetracyclines|vitamins?)$/u;

/** The products that an order names, taken out of it. */
export function takeProducts(order: OrderText): Product[] {
  const rest = order.rest();
  const spans = drugSpansIn(order.typed).filter(
    ({ start, name }) => rest[start] !== BLANK && !CLASS_ONLY.test(name),
  );
  const groups: DrugSpan[][] = [];
  for (const span of spans) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    const between = before === undefined ? '' : rest.slice(before.end, span.start);
    const isOne =
      TIED.test(between) ||
      (TIED_BY_WORD.test(between) && isCombined(rest.slice(span.end), last?.length ?? 0));
    if (last !== undefined && before !== undefined && isOne) last.push(span);
    else groups.push([span]);
  }
  return groups.map((group) => productOf(group, order));
}

/** "… and codeine 500/30 mg": as many strengths as substances. */
function isCombined(after: string, before: number): boolean {
  const strength = /^\s?/u.test(after) ? COMBINED.exec(after.slice(0, 40)) : null;
  return strength !== null && strength.index <= 1 && strength[0].split(/[/+]/u).length === before + 1;
}

function productOf(group: readonly DrugSpan[], order: OrderText): Product {
  const [first, last] = [group[0], group.at(-1)];
  const [start, nameEnd] = [first?.start ?? 0, last?.end ?? 0];
  const tail = NAME_TAIL.exec(order.rest().slice(nameEnd))?.[0] ?? '';
  // "Amlodipine mr smith" is no release form.
  const isTitle = /[\s-]mr$/u.test(tail) && !/^\s*\d/u.test(order.rest().slice(nameEnd + tail.length));
  const kept = isTitle ? tail.slice(0, -3) : tail;
  const doubtful = group.find(({ name, isListed }) => !isListed && nearDrugs(name).length > 0)?.name ?? null;
  const substances = group.reduce((sum, { name }) => sum + substancesIn(name), 0);
  return { ...order.takeSpan(start, nameEnd + kept.length), substances, doubtful, tail: kept };
}

function substancesIn(name: string): number {
  if (name.startsWith('co-')) return 2;
  const words = name.match(/\p{L}+/gu) ?? [];
  const counted = words.map((word) => {
    const brand = BRAND_NAMES[word];
    return brand === undefined
      ? Number(isDrugName(word))
      : brand.split(' ').filter((part) => part !== 'acid').length;
  });
  return Math.max(
    1,
    counted.reduce((a, b) => a + b, 0),
  );
}
