import { foldDiacritics } from '../../domain/fold-diacritics.ts';

/** Words around a drug's name that are no drug themselves, unmarked: a salt, a form, a strength, how it is taken. */
const SALTS = `acetate arginine axetil benzathine besilate besylate bisulfate bromide butylbromide calcium camsilate carbonate
  chloride cilexetil citrate dihydrate dihydrochloride dipropionate disodium erbumine ethylsuccinate etexilate
  fumarate furoate gluconate hcl hemihydrate hydrobromide hydrochloride hydrogen lactate magnesium maleate malate
  medoxomil mesilate mesylate mofetil monohydrate napadisilate nitrate olamine oxalate palmitate pamoate phosphate
  potassium proxetil propionate salt sodium stearate succinate sulfate sulphate tartrate tosilate trihydrate trometamol
  valerate zinc xinafoate`;
const FORMS = `aerosol ampoule ampoules ampule bottle caplet caplets caps capsule capsules coated chewable combination combined
  concentrate contraceptive contraceptives controlled cream delayed depot dispersible drip drops effervescent elixir
  enteric extended eye ear film forte gastro gel generic granules infusion inhalation inhaled inhaler injectable injection
  injections intravenous lotion lozenge modified mixture nasal nebule nebuliser nebulizer ointment oral orally orodispersible
  paste patch patches pessary pill pills powder prefilled prolonged puff puffs rectal release retard sachet sachets slow
  soluble solution spray sterile strength sublingual subcutaneous suppositories suppository suspension sustained syringe
  syrup tablet tablets tabs topical transdermal turbuhaler vaginal vial vials
  vien nen nang bao phim sui goi ong lo tiem truyen uong xit khi dung siro hon dich bot thuoc kem mieng dan nho mat mui`;
const STRENGTHS = `mg mcg ug g kg ml l iu ui units unit microgram micrograms milligram milligrams gram grams percent mmol meq
  dose doses high low double single extra don vi ham luong`;
const TAKING = `daily once twice three four times day days week weeks weekly hour hours every each night morning evening noon
  bedtime needed required mouth before after meals food taken take taking tablet active current currently
  ngay lan moi sang trua chieu toi tuan gio hang`;
const CONNECTING =
  'a an and as at by for from in of on or per plus the to with va voi hoac cung co chua trong cho';

const setOf = (words: string) => new Set(words.split(/\s+/u));
const PASSED_OVER = setOf([SALTS, FORMS, STRENGTHS, TAKING, CONNECTING].join(' '));
const CONNECTORS = setOf(CONNECTING);
const MARKED = /\p{M}/u;
const A_DRUG_HAS_LETTERS = 4;

export interface Word {
  /** Lower case and unmarked. */
  plain: string;
  /** As it was written. */
  written: string;
}

export function wordsOf(text: string): Word[] {
  return (text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).map((written) => ({
    plain: foldDiacritics(written.toLowerCase()),
    written,
  }));
}

/** "Amoxicillin and clavulanic acid" → amoxicillin clavulanic acid: how a name is kept and looked for. */
export function nameWords(name: string): string[] {
  const words = wordsOf(name).map(({ plain }) => plain);
  const telling = words.filter((word, index) => index === 0 || !CONNECTORS.has(word));
  return telling.length === 0 ? words : telling;
}

/** A word that may stand inside a name or beside it without being a drug. */
export function isPassedOver(word: string): boolean {
  return PASSED_OVER.has(word) || /^\d/u.test(word);
}

/** Names of drugs are written without Vietnamese marks; a marked word that no table knows is talk. */
export function maybeDrug({ plain, written }: Word): boolean {
  return plain.length >= A_DRUG_HAS_LETTERS && !isPassedOver(plain) && !MARKED.test(written.normalize('NFD'));
}
