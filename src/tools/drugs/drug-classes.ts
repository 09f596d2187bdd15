/** A class of drugs as labels speak of it. */
export interface DrugClass {
  class: string;
  /** The words for it, in lower case and the plural. */
  spoken: readonly string[];
  /** By non-proprietary name, in lower case. */
  members: readonly string[];
  /** Other names of members. */
  aliases?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The classes that labels most often name in place of their members; members by the ATC index (WHO, 2024). */
export const COMMON_CLASSES: readonly DrugClass[] = [
  {
    class: 'nsaid',
    spoken: [
      'nsaids',
      'nonsteroidal anti-inflammatory drugs',
      'non-steroidal anti-inflammatory drugs',
      'nonsteroidal antiinflammatory drugs',
      'nonsteroidal anti-inflammatory agents',
      'non-steroidal anti-inflammatory agents',
    ],
    members: words(
      'ibuprofen naproxen diclofenac ketoprofen indomethacin indometacin meloxicam piroxicam celecoxib etoricoxib ketorolac etodolac sulindac nabumetone aspirin flurbiprofen oxaprozin',
    ),
  },
  {
    class: 'anticoagulant',
    spoken: ['anticoagulants', 'oral anticoagulants', 'blood thinners'],
    members: words(
      'warfarin heparin enoxaparin dalteparin apixaban rivaroxaban edoxaban dabigatran fondaparinux acenocoumarol argatroban bivalirudin',
    ),
  },
  {
    class: 'antiplatelet',
    spoken: ['antiplatelet agents', 'antiplatelet drugs', 'antiplatelets', 'platelet aggregation inhibitors'],
    members: words('aspirin clopidogrel prasugrel ticagrelor dipyridamole ticlopidine cilostazol'),
  },
  {
    class: 'ssri',
    spoken: ['ssris', 'selective serotonin reuptake inhibitors', 'serotonergic drugs'],
    members: words('fluoxetine sertraline paroxetine citalopram escitalopram fluvoxamine'),
  },
  {
    class: 'snri',
    spoken: [
      'snris',
      'serotonin and norepinephrine reuptake inhibitors',
      'serotonin norepinephrine reuptake inhibitors',
      'serotonergic drugs',
    ],
    members: words('venlafaxine desvenlafaxine duloxetine milnacipran levomilnacipran'),
  },
  {
    class: 'maoi',
    spoken: ['maois', 'mao inhibitors', 'monoamine oxidase inhibitors'],
    members: words('phenelzine tranylcypromine isocarboxazid selegiline rasagiline linezolid moclobemide'),
  },
  {
    class: 'ace-inhibitor',
    spoken: [
      'ace inhibitors',
      'ace-inhibitors',
      'angiotensin converting enzyme inhibitors',
      'angiotensin-converting enzyme inhibitors',
    ],
    members: words(
      'lisinopril enalapril captopril ramipril perindopril benazepril quinapril fosinopril trandolapril',
    ),
  },
  {
    class: 'arb',
    spoken: [
      'arbs',
      'angiotensin receptor blockers',
      'angiotensin ii receptor blockers',
      'angiotensin ii receptor antagonists',
    ],
    members: words('losartan valsartan irbesartan candesartan telmisartan olmesartan azilsartan'),
  },
  {
    class: 'potassium-sparing-diuretic',
    spoken: ['potassium-sparing diuretics', 'potassium sparing diuretics'],
    members: words('spironolactone eplerenone amiloride triamterene'),
  },
  {
    class: 'diuretic',
    spoken: ['diuretics'],
    members: words(
      'furosemide torasemide bumetanide hydrochlorothiazide chlorthalidone indapamide spironolactone eplerenone amiloride triamterene metolazone',
    ),
  },
  {
    class: 'beta-blocker',
    spoken: ['beta-blockers', 'beta blockers', 'beta-adrenergic blocking agents'],
    members: words('metoprolol bisoprolol atenolol propranolol carvedilol nebivolol labetalol sotalol'),
  },
  {
    class: 'statin',
    spoken: ['statins', 'hmg-coa reductase inhibitors'],
    members: words('simvastatin atorvastatin rosuvastatin pravastatin lovastatin fluvastatin pitavastatin'),
  },
  {
    class: 'nitrate',
    spoken: ['nitrates', 'organic nitrates'],
    members: ['nitroglycerin', 'isosorbide mononitrate', 'isosorbide dinitrate'],
  },
  {
    class: 'pde5-inhibitor',
    spoken: ['pde5 inhibitors', 'pde-5 inhibitors', 'phosphodiesterase type 5 inhibitors'],
    members: words('sildenafil tadalafil vardenafil avanafil'),
  },
  {
    class: 'opioid',
    spoken: ['opioids', 'opioid analgesics', 'narcotic analgesics'],
    members: words(
      'morphine oxycodone hydrocodone hydromorphone fentanyl codeine tramadol methadone meperidine tapentadol buprenorphine',
    ),
  },
  {
    class: 'benzodiazepine',
    spoken: ['benzodiazepines'],
    members: words('diazepam lorazepam alprazolam clonazepam midazolam temazepam chlordiazepoxide'),
  },
  {
    class: 'cns-depressant',
    spoken: ['cns depressants', 'cns-depressants', 'central nervous system depressants'],
    members: words(
      'diazepam lorazepam alprazolam clonazepam midazolam morphine oxycodone fentanyl codeine tramadol methadone zolpidem phenobarbital gabapentin pregabalin diphenhydramine quetiapine',
    ),
  },
  {
    class: 'macrolide',
    spoken: ['macrolides', 'macrolide antibiotics'],
    members: words('erythromycin clarithromycin azithromycin'),
  },
  {
    class: 'fluoroquinolone',
    spoken: ['fluoroquinolones', 'quinolones', 'quinolone antibiotics'],
    members: words('ciprofloxacin levofloxacin moxifloxacin ofloxacin norfloxacin'),
  },
  {
    class: 'azole-antifungal',
    spoken: ['azole antifungals', 'azole antifungal agents'],
    members: words('ketoconazole itraconazole fluconazole voriconazole posaconazole'),
  },
  {
    class: 'strong-cyp3a4-inhibitor',
    spoken: [
      'strong cyp3a4 inhibitors',
      'strong inhibitors of cyp3a4',
      'potent cyp3a4 inhibitors',
      'strong cyp3a inhibitors',
    ],
    members: words(
      'ketoconazole itraconazole voriconazole posaconazole clarithromycin ritonavir cobicistat nefazodone',
    ),
  },
  {
    class: 'strong-cyp3a4-inducer',
    spoken: ['strong cyp3a4 inducers', 'strong inducers of cyp3a4', 'strong cyp3a inducers'],
    members: words('rifampin rifampicin carbamazepine phenytoin phenobarbital'),
  },
  {
    class: 'proton-pump-inhibitor',
    spoken: ['proton pump inhibitors', 'ppis'],
    members: words('omeprazole esomeprazole lansoprazole pantoprazole rabeprazole dexlansoprazole'),
  },
  {
    class: 'antacid',
    spoken: ['antacids'],
    members: ['aluminum hydroxide', 'magnesium hydroxide', 'calcium carbonate', 'sodium bicarbonate'],
  },
  {
    class: 'corticosteroid',
    spoken: ['corticosteroids', 'glucocorticoids'],
    members: words('prednisone prednisolone methylprednisolone dexamethasone hydrocortisone betamethasone'),
  },
  {
    class: 'sulfonylurea',
    spoken: ['sulfonylureas'],
    members: words('glipizide glimepiride glyburide gliclazide tolbutamide chlorpropamide'),
  },
  {
    class: 'tricyclic',
    spoken: ['tricyclic antidepressants', 'tricyclics', 'tcas'],
    members: words('amitriptyline nortriptyline imipramine clomipramine doxepin desipramine'),
  },
  {
    class: 'triptan',
    spoken: ['triptans', '5-ht1 agonists'],
    members: words('sumatriptan rizatriptan zolmitriptan eletriptan naratriptan almotriptan frovatriptan'),
  },
];

/** The classes that a substance, in lower case and under any of its names, belongs to. */
export function classesOf(names: readonly string[], classes: readonly DrugClass[]): DrugClass[] {
  return classes.filter(({ members, aliases = {} }) =>
    [...members, ...Object.values(aliases).flat()].some((member) => names.includes(member)),
  );
}

function words(list: string): string[] {
  return list.split(' ');
}
