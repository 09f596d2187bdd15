const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** Before a name, and before nothing else that is written with a capital. Folded. */
export const TITLES = words(
  'mr mrs ms miss mx dr prof professor sir madam mister missus herr frau monsieur madame senor senora',
);

/** "My son Peter", "our neighbour Ada". */
export const RELATIONS = words(`
son daughter husband wife friend mother father brother sister neighbour neighbor partner aunt uncle grandmother grandfather grandson
granddaughter boss colleague baby boyfriend girlfriend fiance fiancee cousin niece nephew mom mum dad roommate stepson coworker
`);

/** Who may be named next, or may not: only a known name counts after these. */
export const ROLES = words(`
patient pt nurse caregiver client resident doctor physician surgeon midwife carer therapist dentist pharmacist receptionist subscriber
insured guardian
`);

/** Small words within a name: van der Berg, de la Cruz. */
export const PARTICLES = words(
  'van der den de la del di da dos das do al el bin ibn ben von zu zum ter ten le af av of y e',
);

/** What may stand after a name and belongs to it. */
export const NAME_SUFFIXES = words('jr sr ii iii iv phd md dds');
