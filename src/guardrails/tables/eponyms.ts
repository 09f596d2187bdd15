/** People whose names are diseases, signs, scores, methods, firms or institutions: medicine unless a cue says otherwise. Folded. */
export const EPONYMS: ReadonlySet<string> = new Set(
  `
abbott addison adson albright allen alport altman alzheimer angelman apert apgar apley argyll arnold asperger
austin austrian babinski baker bankart bardet barlow barr barre barrett barthel bartholin bartter bayer bazett
beck becker behcet beijerinck bell benedict bergman bernard bernoulli best biedl bielschowsky binet bishop bland
bloom boehringer bohr bonferroni boston bowen bowman boyle brackmann braden bradford bragg breuer briggs bristol
broca brown bruce brudzinski brugada brunner bruton buerger burgess burkitt cajal campbell caroli castleman
celsius chagas charcot charlson chiari child chotzen christmas chvostek cleveland coats cobb cochrane cockcroft
cohen colles collins conn coombs coulter courvoisier cox crohn crouzon cullen cushing dandy danlos darier dercum
descemet digeorge doppler douglas down dravet dressler dubin duchenne duffy dukes dupuytren eagle eales ebstein
edwards ehlers eisenmenger ellison epley epstein erb ewing faber fabry fahrenheit fanconi felty fick finkelstein
fischer fisher fitz fleischer foley forrester fournier framingham frank freud friedreich frohlich froment fuchs
gaenslen galeazzi galen ganser garden gardner gartland gaucher gault gehrig geneva gilbert gilead glanzmann
glasgow gleason golgi goodpasture gottron gram graves grey guillain gustilo guthrie haldane hallpike hamilton
hampton hansen harada hardy harrell hartmann hartnup harvard harvey hashimoto hassall hawkins heberden heimlich
helsinki henle henoch hering herman hesselbach hickman hill hippocrates hirschsprung hodgkin hoffmann homans
hopkins horner horton hounsfield hunter huntington hurler hurthle hutchinson ishihara jacksonian janeway janssen
jendrassik johns johnson jude kallmann kaplan kaposi karnofsky karolinska kartagener kawasaki kayser kearns kehr
keith kelvin kernig kettering killip kirsten kleinfelter klinefelter kobner koch koplik korotkoff korsakoff
koyanagi krebs kruskal kupffer kussmaul lachman landry landsberg langerhans laplace lasegue laurence leber legg
leigh lesch lewy leydig lhermitte libman lilly lisfranc littre lofgren lowry lucio ludwig lund lyapunov lyme
lynch mallory malpighi mann mantel marburg marfan martin mayo mcburney mcdonald mcmurray meckel meier meissner
mendel meniere merck merkel moderna mohs monteggia moon morel morgagni morton munchausen murphy neer nernst
nissen nissl noonan norton novartis nuremberg nyhan oddi okazaki ortolani osgood osler oxford pacini paget
pancoast panton papanicolaou parkinson pasteur patau pauwels pavlov pearson perthes peutz peyer peyronie
pfeiffer pfizer phalen pick pierre poiseuille poisson pompe pott potter prader prinzmetal purkinje queckenstedt
quincke raman ramsay ranson ranvier raynaud reed reiter rett reye richter riedel ringer rinne risser robin roche
rockwood roland romberg rontgen rorschach roth roux rovsing ruffini sachs saethre salter sandhoff sanofi scarpa
schatzker schatzki scheuermann schilling schirmer schlatter schlemm schoenlein schonlein schuffner schwann
sertoli sever sheehan simmonds sjogren sloan smith snellen spearman spemann spurling stanford stargardt starling
stein steiner stevens stickler still sturge swan sweet sydenham takayasu takeda takotsubo tanner tay thomas
thompson tietze tinel tourette treacher trendelenburg trousseau turcot turner umea usher valentine valsalva
vater vincent virchow vogt voigt waardenburg waldenstrom wallenberg wartenberg waterhouse watson weber wegener
weil weinberg wells werner wernicke wharton whipple whitney wilcoxon willebrand williams wilms wilson winquist
wirsung wiskott wolff zellweger zenker zollinger
`
    .trim()
    .split(/\s+/u),
);

/** What follows an eponym or the name of a house, a study or a method, folded. */
export const EPONYM_NOUNS: ReadonlySet<string> = new Set(
  `
abscess academy agar agency algorithm anaemia analyses analysis anemia angina anomaly antigen antigens aphasia apparatus area arteritis
assay assays association ataxia award bacillus band bandage bands blot bodies body canal cancer capsule carcinoma cataract catheter
catheters cell cells center centers centre centres chain chart checklist children's chorea clamp class classification clinic clinics co
code coefficient cohort collaboration collaborative colleagues college committee company company's constant contracture corp corporation
correction corrections correlation council counting coworkers crisis criteria criterion crypts curve curves cyst declaration deformity
dementia department diet disease disease's diseases disorder disorders distribution drain duct dystrophies dystrophy effect encephalopathy
equation equilibrium erythema esophagitis esophagus estimate estimates estimator et exact fever fibers fibres foramen forceps formula
foundation fracture fractures fragment fragments frame ganglion gangrene general gland glands glia gmbh grade grading granuloma
granulomatosis group guideline guidelines health heart hernia hospital hospitals hump hydrocele hypothesis inc incision index inequality
initiative institute institution insulin international inventory islets kappa kidney laboratories labs lavage law laws lecture leprosy
lesion lesions leukocidin ligament line lines lines' liver llc loop ltd lung lymphadenopathy lymphoma macroglobulinaemia macroglobulinemia
malformation maneuver manoeuvre map maps matrix maze medical medium memorial method methods mice ministry model models mole monkey monkeys
mouse muscular national nephritis nephropathy nerve network neuropathy node node's nodes nodules nomogram number numbers oesophagus
operation operation's organisation organization organizer palsy paper paralysis patches pharma pharmaceuticals phenomenon plaques plc
plexus plot point points position pouch principle prize procedure process profile program programme project prosthesis protocol psychosis
pump purpura questionnaire rank rat rats reaction reflex registry regression repair report retractor review ring rings rule rules sarcoma
scale scales scattering scholar school score scores sign signs society solution space spectroscopy splint spots stage staging stain
staining statistic stent studies study survey syndrome syndromes tendon test test-retest tests tetrad theorem theory thrombasthenia
thyroiditis traction transform treadmill tremor triad trial trials tube tube's tubes tubules tumor tumour u ulcer ulcers units university
uveitis vaccine valve vasculitis virus zone
`
    .trim()
    .split(/\s+/u),
);

/** Vietnamese words before an eponym, folded: "hội chứng Cushing", "bệnh Parkinson". */
export const EPONYM_CUES: ReadonlySet<string> = new Set(
  'benh chung hieu phap diem giap gan chi do loai test thang u lympho vien khoa truong dai hoc hang cong thuoc tam bo so'.split(
    ' ',
  ),
);
