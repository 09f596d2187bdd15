/** Beginnings of words by which a message speaks of health, English and Vietnamese, folded. Wide on purpose: one is enough to be believed. */
const STEMS =
  'abdom abort abscess ache acid acne acute adhd adren aids allerg amput an_kieng anaemi anaesth anemi ' +
  'anesth angina anorex antibiot anxi aorta apnea apnoea appendi arter arthr aspirin asthma autis ' +
  'babies baby bac_si bacteri benh benign biops birth bladder bleed blind blister bloat blood bone ' +
  'bowel brain breast breath bronch bruis burn cancer capsule carcin cardi cataract catheter chemo ' +
  'chest chol chong_mat chronic cigar clinic clot(?!h) coeliac colic colon(?!i) coma concuss congen constip ' +
  'contag contracep copd cough covid cramp cure cyst da_day dau_bung dau_dau dau_hong dau_lung dau_nguc ' +
  'deaf dehydrat dement dengue dental depress dermat diabet diagnos dialys diarrh diet dinh_duong ' +
  'diseas disorder dizz doctor dosage dose dosing dot_quy drug duong_huyet ecg eczema edema egfr ' +
  'elderly embol emerg endo epidem epilep exercise eye faint fatigue fda fetus fever fibr flu(?!en) foetus ' +
  'fractur fung(?!ier) gan\\b gastr gay_xuong genetic genom glucos gout gyn haem hba1c headache heal hear heart ' +
  'hen\\b hepat herb(?!st) hernia hiv ho_ra hormon hospital huyet hygien hypert hypo(?!th[ei]|cri) ibuprof icu immun implant ' +
  'incontin infect inflam inhal inject injur insomn insulin intensive intestin itch jaundice joint kham ' +
  'kidney kinh_nguyet knee lab_result lactat lao_phoi laxat lesion leuk lieu\\b limb lipid liver lump lung ' +
  'lupus malaria mamm mang_thai mat_ngu mau\\b measles medic melan mening menop menstr mental metabol ' +
  'metform migraine mmhg mo_ruot morb mortal mri muscle nausea nerve neur nguoi_benh non\\b nose nurs ' +
  'nutri obes obstet oedema oncol opioid oral orthop osteo ovar overdose oxygen paediatr pain(?!t) palliat ' +
  'pancrea paracet paraly parkin pathol patient pediatr pharm phau_thuat phoi physi physio pill placebo ' +
  'placent plasma pneum poison polio potass pregnan prescri preterm prognos prostat protein psych ' +
  'pulmon puls radiat radio rash recover rehab renal respir retin rheum safe_to_take saline schizo ' +
  'screening seizure sepsis sexual sick side_effect skin sleep smok so_sinh sore sot\\b spine statins?\\b ' +
  'steroid stomach stroke suc_khoe sugar suicid surg swell swollen symptom syndrom tablet tai_bien ' +
  'teeth testic suy_than soi_than than_kinh therap throat thromb thuoc thyroid tiem\\b tieu_duong tim_mach tired tooth toxic ' +
  'tram_cam transfus transplant trauma tre_em treat tremor triage trieu_chung troponin tuberc tumor ' +
  'tumour ulcer ultrasound ung_thu uong\\b urin uter vac_xin vaccin vacxin vagin valve varic vein vertigo ' +
  'viem viral virus vision vitamin vomit ward warfarin weight wheez wound xet_nghiem xray y_te';

export const HEALTH_STEM = new RegExp(`\\b(?:${STEMS.split(' ').join('|').replaceAll('_', ' ')})`, 'u');
