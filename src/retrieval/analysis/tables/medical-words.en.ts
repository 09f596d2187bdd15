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
