import { STOP_WORDS } from '../../../retrieval/analysis/analyze-text.ts';

/** Whose thing it is, in English before it, in Vietnamese after it. */
const ENGLISH =
  /(?<!\p{L})(staff|employees?|guests?|visitors?|patients?|public|clinical|administrative)(?:['’]s?)? (\p{L}+?)s?(?!\p{L})/giu;
const VIETNAMESE = /(?<!\p{L})(\p{L}+)(?: của| dành cho)? (nhân viên|khách|người bệnh|bác sĩ)(?!\p{L})/giu;
const SAME_OWNERS: Readonly<Record<string, string>> = {
  employee: 'staff',
  employees: 'staff',
  guest: 'visitor',
  guests: 'visitor',
  visitors: 'visitor',
  patients: 'patient',
};

/** Whether both speak of a thing of the same name that is somebody else's: the staff network, the guest network. */
export function ownedByOthers(a: string, b: string): boolean {
  const [inA, inB] = [ownersIn(a), ownersIn(b)];
  return [...inA].some(([thing, owners]) => {
    const others = inB.get(thing);
    return others !== undefined && ![...owners].some((owner) => others.has(owner));
  });
}

function ownersIn(text: string): Map<string, Set<string>> {
  const lower = text.toLowerCase();
  const owned = [
    ...[...lower.matchAll(ENGLISH)].map(([, owner = '', thing = '']) => [thing, owner] as const),
    ...[...lower.matchAll(VIETNAMESE)].map(([, thing = '', owner = '']) => [thing, owner] as const),
  ];
  const found = new Map<string, Set<string>>();
  for (const [thing, owner] of owned.filter(
    ([thing]) => !STOP_WORDS.en.has(thing) && !STOP_WORDS.vi.has(thing),
  ))
    found.set(thing, (found.get(thing) ?? new Set()).add(SAME_OWNERS[owner] ?? owner));
  return found;
}
