import type { ToolName } from './triage-decision.ts';

/** The tool that a part of a request calls for by its words, or null. */
export function toolFor(part: string): ToolName | null {
  return TOOL_CUES.find(([, cue]) => cue.test(part))?.[0] ?? null;
}

/**
 * Words by which a part of a request calls for a tool, on text without marks and in lower case; the first that fits wins.
 * Both languages in one pattern: a request often mixes them.
 */
const TOOL_CUES: readonly (readonly [ToolName, RegExp])[] = [
  [
    'add_allergy',
    /\b(?:add|record|document|note|log|enter|put|register|update|them|ghi|bo sung|luu|nhap|cap nhat)\b.{0,80}?\b(?:allerg\w*|intoleran\w*|di ung|khong dung nap)\b/u,
  ],
  [
    'save_clinical_note',
    /\b(?:save|add|write|file|document|leave|record|draft|make|enter|luu|them|viet|ghi|de lai|tao|soan)\b.{0,60}?\b(?:notes?|ghi chu)\b|\b(?:document|write|put|record|enter)\b.{0,20}?\bin(?:to)? the (?:chart|record)|\bghi (?:lai )?vao (?:benh an|ho so)\b/u,
  ],
  [
    'prescribe_medication',
    /\bprescrib(?:e|ing)\b|\bprescription for\b|\b(?:draft|write|send|prepare) (?:the|a|an|his|her) (?:prescription|script)|^(?:please |just |then |now |can you |could you |would you |i'd like to |i would like to |i want to |i will |i'll |we will |we'll |let's |let us )*(?:start|order|initiate|commence|renew|refill|put (?:her|him|them|the patient|this patient) on|give (?:her|him|them)|(?:give|administer)(?=.{3,60}\d\s?(?:mg|g|mcg|ml|units?|iu|mmol)\b))\b|\bke (?:don|toa|them)\b|^(?:hay |xin |vui long |nho )*(?:ke|cho (?:dung|uong))\b|\b(?:ra |cho )?y lenh\b|\b(?:soan|viet|ra) (?:don thuoc|don|toa)\b|\bthi ke\b/u,
  ],
  [
    'find_clinical_trials',
    /\btrials?\b(?! (?:of|and) error)|\b(?:recruiting|enrolling) (?:patients|studies)|\bstudies (?:that are )?(?:recruiting|enrolling)|\bthu nghiem\b|\bnghien cuu\b.{0,20}?\bdang tuyen\b/u,
  ],
  [
    'search_medical_literature',
    /\bpubmed\b|\beurope ?pmc\b|\bmedline\b|\bliterature\b|\b(?:papers?|articles?|publications?)\b|\b(?:studies|study) (?:on|of|about|in)\b|\bmeta-?analys[ei]s\b|\bsystematic reviews?\b|\brcts?\b|\brandomi[sz]ed\b|\by van\b|\btong quan he thong\b|\bphan tich gop\b|\bbai bao\b|\b(?:tim|tra|co) (?:cac |nhung )?nghien cuu\b|\btai lieu khoa hoc\b/u,
  ],
  [
    'analyze_medical_image',
    /\b(?:images?|photos?|photographs?|pictures?|x-?rays?|films?|radiographs?|scans?|ecg|ekg|mri|dermoscopy)\b|\b(?:hinh|buc|tam|trong) anh\b|\banh (?:dinh kem|chup|nay|da|x)|\bphim\b|\bx-?quang\b|\bdien tam do\b/u,
  ],
  [
    'search_patient',
    /\b(?:find|search|look (?:for|up)|switch to|change to|do we have|is there|locate|open)\b(?!.{0,200}\b(?:chart|record|labs?)\b).{0,30}?\bpatients?\b|\b(?:tim|tra cuu|tra|chuyen sang|doi sang|co)\b(?!.{0,200}\b(?:benh an|ho so)\b).{0,20}?\bbenh nhan\b|\b(?:find|open|pull up|look up|search for|tim|tra cuu|mo)(?: ho so)? (?:\[(?:name|mrn|id|patient)_|[a-z]{2,5}-\d{3})/u,
  ],
  [
    'get_clinical_guideline',
    /\bguidelines?\b|\bguideline-|\brecommendations?\b|\b(?:kdigo|gina|ada|esc|nice|aha|acc|idsa|acog|easd|uspstf|gold|nccn|who)\b (?:recommend|say|suggest|advise|criteria|statement|target)|\bhuong dan (?:chan doan|dieu tri|cua|ve|kdigo|gina|ada|esc|nice|who)|\btheo huong dan\b|\bkhuyen cao\b|\bphac do\b/u,
  ],
  [
    'check_drug_interactions',
    /\binteract\w*|\btuong tac\b|\b(?:dung|uong|phoi hop|ket hop) (?:chung|cung)\b|\b(?:together|combin(?:e|ed|ing)|coadminister\w*|co-administer\w*)\b|\bdoi chieu\b.{0,40}?\bvoi\b|\b(?:check|compare|screen)\b.{0,40}?\b(?:medicines?|medications?|meds|drugs?|list)\b.{0,20}?\bagainst\b/u,
  ],
  [
    'check_drug_safety',
    /\bbox(?:ed)? warnings?\b|\bblack[- ]box\b|\bcontraindicat\w*|\b(?:side|adverse) (?:effects?|events?|reactions?)\b|\b(?:un)?safe(?:ty)?\b|\bwarnings?\b|\bprecautions?\b|\b(?:drug|fda|product) labels?\b|\bin (?:pregnancy|lactation)\b|\bpregnant\b|\bbreast-?feeding\b|\btoxicity\b|\bcanh bao\b|\bchong chi dinh\b|\btac dung (?:phu|khong mong muon)\b|\ban toan\b|\bnhan thuoc\b|\b(?:cho con bu|mang thai|co thai|thai ky|ba bau)\b|\bthan trong\b|\bdoc tinh\b/u,
  ],
  [
    'get_patient_chart',
    /\b(?:chart|medical records?|labs?|lab results?|blood results?|vitals?|vital signs|problem list|(?:medication|drug|allergy) list|current (?:medications?|medicines?|meds|drugs)|(?:his|her|their|all) (?:[a-z]+ )?(?:medications?|medicines?|meds|allerg(?:y|ies)|results?|history|conditions?|problems?)|what (?:medications?|medicines?|drugs|meds) (?:is|are)|what (?:is|are) (?:he|she|they|the patient) (?:taking|on)|(?:latest|last|recent|most recent|current) (?:[a-z0-9]+ )?(?:results?|labs?|bloods|creatinine|potassium|sodium|inr|egfr|hba1c|glucose|haemoglobin|hemoglobin|weight|blood pressure|note|visit)|last (?:visit|time|admission|encounter|appointment)|(?:potassium|creatinine|inr|egfr|hba1c|glucose|weight|blood pressure|lab) (?:trend|results?|values?|history))\b|\bhow (?:has|have)\b.{0,60}?\b(?:chang|trend|evolv|progress)\w*|\b(?:allergies|allergic to)\b|\b(?:review|summari[sz]e|go through)\b.{0,20}?\b(?:his|her|their|the patient)\b|\b(?:benh an|ho so|xet nghiem|sinh hieu|tien su|dien bien|lan truoc|lan kham truoc|lan nhap vien)\b|\bthuoc (?:dang|hien|ma benh nhan)|\b(?:moi|cac|tat ca|nhung) thuoc (?:cua|dang|ma)|\bdi ung (?:gi|nhung gi|thuoc gi)\b|\bdang (?:dung|uong) (?:nhung )?(?:thuoc )?gi\b|\bdanh sach thuoc\b|\b(?:gan nhat|moi nhat|gan day)\b|\bket qua\b.{0,30}?\bcua\b|\bxem tinh trang\b/u,
  ],
];
