/** A word for a whole class and what belongs to it: who asks about the class is answered by its members, never the reverse. */
export const KINDS_EN: Readonly<Record<string, readonly string[]>> = {
  steroid: ['hydrocortisone', 'dexamethasone', 'prednisolone', 'prednisone', 'methylprednisolone'],
  corticosteroid: ['hydrocortisone', 'dexamethasone', 'prednisolone', 'prednisone', 'methylprednisolone'],
  antidepressant: ['selective serotonin reuptake inhibitor'],
};
