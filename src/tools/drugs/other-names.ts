/** Substances with one international (INN) and another American (USAN) name. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['paracetamol', 'acetaminophen'],
  ['salbutamol', 'albuterol'],
  ['adrenaline', 'epinephrine'],
  ['noradrenaline', 'norepinephrine'],
  ['isoprenaline', 'isoproterenol'],
  ['glibenclamide', 'glyburide'],
  ['rifampicin', 'rifampin'],
  ['ciclosporin', 'cyclosporine'],
  ['pethidine', 'meperidine'],
  ['glyceryl trinitrate', 'nitroglycerin'],
  ['acetylsalicylic acid', 'aspirin'],
  ['furosemide', 'frusemide'],
  ['hydroxycarbamide', 'hydroxyurea'],
  ['cefalexin', 'cephalexin'],
  ['aciclovir', 'acyclovir'],
  ['clomifene', 'clomiphene'],
  ['levothyroxine', 'thyroxine'],
  ['suxamethonium', 'succinylcholine'],
  ['phenobarbital', 'phenobarbitone'],
  ['orciprenaline', 'metaproterenol'],
  ['sodium valproate', 'valproic acid'],
  ['valproate', 'valproic acid'],
  ['benzylpenicillin', 'penicillin g'],
  ['phenoxymethylpenicillin', 'penicillin v'],
  ['aluminium hydroxide', 'aluminum hydroxide'],
  ['mesalazine', 'mesalamine'],
  ['colestyramine', 'cholestyramine'],
  ['estradiol', 'oestradiol'],
  ['torasemide', 'torsemide'],
  ['dosulepin', 'dothiepin'],
  ['lidocaine', 'lignocaine'],
  ['metamizole', 'dipyrone'],
];

/** The other names a substance, in lower case, goes by. */
export function otherNamesOf(name: string): string[] {
  return PAIRS.flatMap((pair) => (pair[0] === name ? [pair[1]] : pair[1] === name ? [pair[0]] : []));
}
