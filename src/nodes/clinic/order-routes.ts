import type { OrderText, Taken } from './order-text.ts';

/** How a drug is given → the words that say so, on text without marks and in lower case. The more telling first. */
const ROUTES: readonly (readonly [string, RegExp])[] = [
  ['sublingual', /\b(?:sublingual(?:ly)?|sl|under the tongue|(?:ngam |dat )?duoi luoi)\b/u],
  ['buccal', /\b(?:buccal(?:ly)?)\b/u],
  [
    'rectal',
    /\b(?:pr|rectal(?:ly)?|per rectum|suppositor(?:y|ies)|(?:dat |nhet )?hau mon|dat truc trang)\b/u,
  ],
  ['vaginal', /\b(?:pv|vaginal(?:ly)?|pessar(?:y|ies)|dat am dao)\b/u],
  ['transdermal', /\b(?:transdermal(?:ly)?|patch(?:es)?|mieng dan|dan (?:len |ngoai )?da)\b/u],
  ['nasal', /\b(?:nasal(?:ly)?(?: spray| drops)?|intranasal(?:ly)?|(?:xit|nho) mui)\b/u],
  [
    'ophthalmic',
    /\b(?:eye drops?|(?:in|to|into) (?:the |both |each |left |right )*eyes?|ophthalmic|(?:tra|nho) mat)\b/u,
  ],
  ['otic', /\b(?:ear drops?|(?:in|to|into) (?:the |both |each |left |right )*ears?|otic|nho tai)\b/u],
  [
    'intravenous',
    /\b(?:iv|i\.v\.|intravenous(?:ly)?(?: infusion)?|iv infusion|(?:tiem |truyen )(?:tinh mach)(?: cham)?|truyen|tinh mach)(?![a-z])/u,
  ],
  ['intramuscular', /\b(?:im|i\.m\.|intramuscular(?:ly)?|tiem bap)(?![a-z])/u],
  ['subcutaneous', /\b(?:sc|s\.c\.|subcut|sub-?cutaneous(?:ly)?|subq|tiem duoi da)(?![a-z])/u],
  [
    'inhaled',
    /\b(?:inhal(?:ed|ation|er|e)|by inhaler|nebuli[sz]ed|via (?:a )?nebuli[sz]er|khi dung|hit|xit(?: hong)?)\b/u,
  ],
  ['topical', /\b(?:topical(?:ly)?|cream|ointment|gel|lotion|apply|boi(?: ngoai da| da)?)\b/u],
  ['nasogastric', /\b(?:(?:via |by )?(?:ng|nasogastric|peg)(?: tube)?|qua sonde(?: da day)?)\b/u],
  ['oral', /\b(?:po|p\.o\.|oral(?:ly)?|by mouth|duong uong|uong)(?![a-z])/u],
];

/** The route that some words name, or null. */
export function routeIn(folded: string): string | null {
  return ROUTES.find(([, words]) => words.test(folded))?.[0] ?? null;
}

/** Takes the route out of an order, every time it is said; a second one stays, to be asked about. */
export function takeRoute(order: OrderText, named: string | null): string | null {
  let route = named;
  for (const [name, words] of ROUTES) {
    if (route !== null && route !== name) continue;
    for (let said: Taken | null = order.take(words); said !== null; said = order.take(words)) route = name;
  }
  return route;
}
