/** Drugs, vitamins and elements whose names end in no stem, or that are easily taken for another: WHO INN and USAN names. */
export const GENERIC_NAMES: readonly string[] = `
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
