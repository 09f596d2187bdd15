import { BRAND_NAMES } from './brand-names.ts';
import { TABLE_DRUG_NAMES } from './table-drug-names.ts';

/** Drugs, vitamins and elements whose names end in no stem, or that are easily taken for another: WHO INN and USAN names. */
const GENERIC_NAMES: readonly string[] = `
  aspirin statin morphine codeine fentanyl warfarin heparin paracetamol acetaminophen insulin digoxin lithium
  adrenaline epinephrine noradrenaline norepinephrine ibuprofen oxytocin misoprostol naloxone atropine amiodarone
  hydralazine methyldopa nitroglycerin streptokinase alteplase tenecteplase valproate phenytoin carbamazepine
  oxcarbazepine lamotrigine levetiracetam gabapentin pregabalin isoniazid ethambutol pyrazinamide rifampicin rifampin
  rifabutin rifapentine rifaximin dapsone artesunate artemether primaquine oseltamivir vitamin folic iron zinc magnesium
  caffeine fluoride chlorhexidine tamoxifen trastuzumab imatinib colchicine allopurinol febuxostat spironolactone
  clopidogrel ticagrelor tranexamic
  acarbose acetazolamide acetohexamide acetylcysteine acitretin amantadine amikacin aminophylline amiloride
  amitriptyline nortriptyline amphotericin anastrozole atomoxetine baclofen benazepril bisacodyl bleomycin bromocriptine
  bumetanide buprenorphine bupropion buspirone calcitonin calcitriol captopril carboplatin carvedilol cefaclor cefalexin
  cephalexin cefazolin cefepime cefixime cefotaxime cefotetan cefoxitin ceftazidime ceftriaxone cefuroxime cetirizine
  chloramphenicol chlordiazepoxide chlorpromazine chlorpropamide cinacalcet cisplatin clobazam clomifene clomiphene
  clomipramine clonazepam clonidine clotrimazole clozapine cyclobenzaprine cyclophosphamide cycloserine ciclosporin
  cyclosporine cyproheptadine daunorubicin doxorubicin dexamethasone dexmedetomidine diazepam diclofenac dicyclomine
  diltiazem dimenhydrinate diphenhydramine dipyridamole disulfiram dobutamine dopamine donepezil doxazosin doxepin
  droperidol edoxaban enalapril enoxaparin ephedrine epirubicin idarubicin ergometrine erythromycin esmolol estradiol
  ethinylestradiol etomidate etoposide ezetimibe famotidine felodipine fentanil finasteride flecainide fludarabine
  flumazenil fluorouracil fluoxetine flurazepam folinic fosphenytoin furosemide torsemide torasemide ganciclovir
  gemfibrozil gentamicin glibenclamide glyburide gliclazide glimepiride glipizide glucagon granisetron griseofulvin
  guaifenesin guanfacine haloperidol hydrochlorothiazide hydrocodone oxycodone hydromorphone hydrocortisone
  hydroxychloroquine hydroxycarbamide hydroxyurea hydroxyzine hyoscine imipramine indapamide indometacin indomethacin
  infliximab rituximab ivabradine ivermectin ketamine ketorolac labetalol lactulose lanthanum leflunomide letrozole
  leucovorin levodopa carbidopa levothyroxine liothyronine lidocaine linezolid loperamide loratadine lorazepam
  losartan lovastatin mannitol mebendazole albendazole meclizine mefenamic melatonin meloxicam memantine mercaptopurine
  mesalazine mesalamine metformin methadone methimazole thiamazole carbimazole methocarbamol methotrexate
  methylphenidate methylprednisolone medroxyprogesterone methyltestosterone metoclopramide metolazone metoprolol
  metronidazole midazolam mifepristone minoxidil mirtazapine mitomycin mitoxantrone montelukast mycophenolate naltrexone
  naproxen neostigmine niacin nicardipine nifedipine nimodipine nitrofurantoin nitroprusside nystatin octreotide
  olanzapine omeprazole ondansetron orlistat oxaliplatin oxybutynin paclitaxel docetaxel pancuronium paroxetine
  penicillamine penicillin pentobarbital phenobarbital perindopril pethidine meperidine phentolamine phentermine
  phenylephrine pioglitazone piroxicam potassium pramipexole prazosin prednisolone prednisone primidone probenecid
  procainamide prochlorperazine promethazine progesterone propafenone propofol propranolol propylthiouracil protamine
  pseudoephedrine pyridostigmine pyridoxine quetiapine quinidine quinine ramipril ranitidine risperidone ropinirole
  salbutamol albuterol salmeterol selegiline sertraline sevelamer sildenafil tadalafil sotalol sucralfate sufentanil
  sulfadiazine sulfasalazine sulfamethoxazole trimethoprim sumatriptan zolmitriptan tacrolimus sirolimus tamsulosin
  terbinafine terbutaline testosterone tetracycline theophylline thiamine thioridazine tiagabine timolol tizanidine
  tobramycin tolazamide tolbutamide tolterodine topiramate tramadol trazodone triamcinolone triazolam trimetazidine
  urokinase ursodiol valaciclovir valganciclovir vancomycin vasopressin desmopressin vecuronium venlafaxine verapamil
  vinblastine vincristine vinorelbine zidovudine lamivudine ziprasidone aripiprazole zolpidem zonisamide
`
  .split(/\s+/u)
  .filter(Boolean);

/** Stems of non-proprietary names (WHO INN stems), matched at the end of a word. */
const STEM_ENDINGS =
  'azole|cillin|mycin|micin|cycline|floxacin|vir|mab|nib|statin|pril|prilat|sartan|olol|dipine|gliptin|gliflozin|glutide|' +
  'formin|glitazone|glinide|parin|xaban|gatran|farin|profen|fenac|oxicam|coxib|setron|tidine|triptan|lukast|' +
  'terol|tropium|asone|olone|onide|sonide|caine|azepam|zolam|azine|apine|idone|peridol|oxetine|talopram|' +
  'traline|barbital|quine|dronate|tretinoin|thyroxine|penem|codone|oxone|fentanyl|morphine|codeine|' +
  'semide|thiazide|lactone|grel|relor|platin|taxel|rubicin|tinib|mustine|trexate|parib|ciclib|stigmine|' +
  'curonium|thiouracil|mazole|nidazole|fibrate|setine|afil|osin|steride|oxifen|oxifene|trozole|prost|tocin';

/** Names of the tables that are ordinary words or other abbreviations as well: a drug only where drugs are spoken of. */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(['alcohol', 'asa', 'taf', 'tdf']);

/** Names that no stem gives away: as they are, those of the tables, and those of the brands' substances. */
const NAMES: ReadonlySet<string> = new Set([
  ...GENERIC_NAMES,
  ...TABLE_DRUG_NAMES.filter((name) => /^\p{L}+$/u.test(name) && !ORDINARY_WORDS.has(name)),
  ...Object.values(BRAND_NAMES).flatMap((substances) => substances.split(' ').filter(isNotASalt)),
]);

const SUBSTANCES_OF: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(BRAND_NAMES).map(([brand, substances]) => [brand, substances.split(' ').filter(isNotASalt)]),
);

/** Every drug known by name, brands included, in lower case. */
export const KNOWN_DRUGS: ReadonlySet<string> = new Set([...NAMES, ...SUBSTANCES_OF.keys()]);

const DRUG_NAME = new RegExp(`^\\p{L}{2,20}(?:${STEM_ENDINGS})s?$`, 'iu');

/** The last letters of every stem: most words are told from a drug by them alone. */
const SHORTEST_ENDING = 3;
const LAST_LETTERS = new Set(STEM_ENDINGS.split('|').map((ending) => ending.slice(-SHORTEST_ENDING)));

/** Words that end like a drug and are none. */
const NOT_DRUGS = new Set([
  'cholesterol',
  'protocol',
  'control',
  'routine',
  'guideline',
  'baseline',
  'vaccine',
  'urine',
]);

/**
 * The drugs, vitamins and elements a text names, in lower case, each once; a brand by what is in it.
 * By form and list: it misses some.
 */
export function drugNamesIn(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [
    ...new Set(words.flatMap((word) => SUBSTANCES_OF.get(word) ?? (isGenericName(word) ? [word] : []))),
  ];
}

/** Whether a word, in lower case, is a drug by name, brand or form. */
export function isDrugName(word: string): boolean {
  return SUBSTANCES_OF.has(word) || isGenericName(word);
}

/** Whether a word, in lower case, is on a list of drugs, and not only of the form of one. */
export function isListedDrug(word: string): boolean {
  return KNOWN_DRUGS.has(word) || (word.endsWith('s') && KNOWN_DRUGS.has(word.slice(0, -1)));
}

function isGenericName(word: string): boolean {
  if (NOT_DRUGS.has(word)) return false;
  if (NAMES.has(word)) return true;
  const single = word.endsWith('s') ? word.slice(0, -1) : word;
  if (NAMES.has(single)) return true;
  const mayEndSo =
    LAST_LETTERS.has(word.slice(-SHORTEST_ENDING)) || LAST_LETTERS.has(single.slice(-SHORTEST_ENDING));
  return mayEndSo && word.length >= 6 && DRUG_NAME.test(word);
}

function isNotASalt(word: string): boolean {
  return word !== 'acid';
}
