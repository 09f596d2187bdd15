/** Ordinary English words of five letters or more: right as they are, whether or not an index holds them. Compiled by hand. */
export const COMMON_WORDS_EN: readonly string[] = `
  ability abroad accept access accident account across action active actual adult advice affect afford afraid afternoon
  agree allow almost alone along already although always amount angry animal another answer anyone anything apart appear
  apple approach april argue around arrive article asked attack attempt attention august aunt author autumn available
  average avoid awake aware baby backup balance banana basic basket beach beautiful become bedroom begin behind believe
  benefit better between beyond bicycle birth birthday black blood board bottle bottom brain bread break breakfast breath
  bridge brief bring brother brown build building burning business butter camera cancel candle careful carry catch cause
  center centre certain chair chance change charge cheap check cheese chest chicken child choice choose church circle city
  class clean clear clever climb clock close clothes cloud coach coast coffee collect college color colour comfort common
  company compare complete computer condition confirm connect consider contain continue control cooking correct cough count
  country couple course cover create cross crowd culture current customer daily damage dance danger daughter death debate
  decide decision degree delay deliver depend design detail develop device diet difference different difficult dinner direct
  disease distance divide doctor dollar double doubt dream dress drink drive driver early earth easily eating effect effort
  eight either electric eleven email empty energy engine english enjoy enough enter entire equal error escape evening event
  every exact example except exercise expect expensive experience expert express extra family famous farmer father favour
  favorite feature feeling female fever field fifty fight figure final finger finish first floor flower follow football
  force foreign forest forget forward fourth frequent fresh friday friend front fruit future gaming garden general gentle
  glass going government grand grass great green ground group grow guess guide happen happy health healthy heart heavy hello
  history holiday honest hospital hotel hours house however human hundred hungry husband image imagine important improve
  include increase indeed indoor inform inside instead interest internet invite island january jacket journey judge juice
  kitchen knife knowledge label language laptop large later laugh learn least leave lemon lesson letter level light limit
  liquid listen little local london lower lucky lunch machine major manage manner marathon march market marry matter maybe
  meal meaning measure medicine medical member memory mention method middle might million minute mirror mobile modern moment
  monday money month morning mother motor mountain mouth movie music myself narrow nation natural nature nearly necessary
  never night nobody noise normal north nothing notice november number nurse object occur ocean october offer office often
  older online order other ought outside oxygen paper parent paris party patient pattern peace pencil people perfect perhaps
  period person phone photo picture piece place plan plane plant plastic plate player please pocket point police polite
  position possible potato pound power practice prefer prepare present press pretty prevent price private prize probable
  problem process produce program project promise proper protect proud provide public purpose question quick quiet quite
  radio rather reach ready reason receive recent recommend record reduce region regular relax remain remember repair repeat
  reply report require result return right river round route safely salad sample saturday school science screen search season
  second secret sentence separate serious serve service seven several shape share sharp shirt shoes short shoulder should
  shower signal silent silver similar simple since single sister sitting sleep slow small smart smell smile smoke social
  sometimes somewhere soon sound south space speak special speed spend sport spring square stage stand start state station
  still stomach stone store storm story straight strange street strong student study style subject success sudden sugar
  suggest summer sunday sunny support sure surface surgery surprise swim switch system table taking taste teach teacher team
  television temperature tennis terrible thank theory thick thing think third thirty thought thousand three throat through
  thursday ticket tired today together tomorrow tonight tongue total touch tourist toward tower train training travel tree
  trouble truck trust truth tuesday twelve twenty twice under understand unit until upper useful usual vacation value variety
  vegetable vehicle version village visit voice waist waiting walking wallet warm watch water weather website wednesday week
  weekend weight welcome western wheel where whether while white whole widely window winter without woman women wonder work
  worker world worry worse worst worth would write wrong yellow yesterday young younger
`
  .split(/\s+/u)
  .filter(Boolean);

/**
 * Medical words as they are written, above all those a letter or two from another (dysphagia, dysphasia): right as they
 * are, whether or not an index holds them. Compiled by hand.
 */
export const MEDICAL_WORDS_EN: readonly string[] = `
  tuberculosis asthma diabetes cholesterol migraine epilepsy eczema dengue gestational allergic allergy seizure dementia
  alzheimer parkinson lupus symptom diagnosis prognosis antibiotic antiviral chemotherapy radiotherapy dialysis
  hypertension hypotension hyperglycaemia hyperglycemia hypoglycaemia hypoglycemia hyperkalaemia hyperkalemia
  hypokalaemia hypokalemia hypernatraemia hyponatraemia hypercalcaemia hypocalcaemia hyperthyroidism hypothyroidism
  hyperthermia hypothermia hypervolaemia hypovolaemia hyperplasia hypoplasia hypertrophy hypotrophy dysphagia dysphasia
  dysplasia aphasia aphagia ileum ilium ileus prostate prostrate perineal peroneal peritoneal mucous mucus humerus humorous
  abduction adduction afferent efferent antigen antibody apnoea apnea dyspnoea dyspnea arteritis arthritis arteriole
  adenoma adenosine adenine bacteria bacteraemia bursitis carcinoma carcinoid cirrhosis cystitis colitis coitus cortisol
  cortisone diuresis diaphoresis embolism embolus enteral parenteral epidermal epidural epigastric facial fascial faecal
  femoral temporal fibrin fibroid fibrosis fibromyalgia gastritis gingivitis glaucoma glycogen glucagon glucose
  haematuria haematoma haemophilia haemoptysis haematemesis hepatitis hernia herpes hydrocele hydrocephalus infarction
  infection infraction injection ingestion ischaemia ischemia ischium ketosis keratosis keratitis laceration lactation
  laxative leukaemia leucopenia lymphoma lipoma melanoma melaena malaise malaria menorrhagia metrorrhagia myeloma myoma
  myelitis myositis nephritis neuritis neuralgia neurosis necrosis oedema oliguria polyuria osteoma osteomalacia
  osteomyelitis osteoporosis otitis palpation palpitation pancreatitis parotitis periodontitis pericarditis peritonitis
  phlebitis pleuritis pleural plural pneumonia pneumonitis polyp polio psoriasis pyelitis pyelonephritis radial radical
  rectal renal retinal scoliosis stenosis sclerosis septic aseptic sepsis silicosis sinusitis spondylitis spondylosis
  tachycardia bradycardia tendonitis tonsillitis thrombosis thrombus tracheal trochlear ureter urethra ureteral urethral
  uterine urine vaginal vagal vasculitis venous vertebra vesical vesicle viral virus visceral
`
  .split(/\s+/u)
  .filter(Boolean);
