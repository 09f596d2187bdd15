/** On text without marks and in lower case: a judgement is asked for, not a fact. */
export const JUDGEMENT =
  /\b(?:should (?:i|we|he|she|they|this|a|an|the)|would you|do you think|which (?:of|one|drug|antibiotic|agent|option|dose|anti\w+|medicine|medication|statin|insulin|treatment|class)|best\b|(?:safest|most appropriate|ideal|optimal|right)\b|too (?:high|low|much|strong|early|late)\b|better (?:choice|option)|why (?:might|is|are|does|do|has|did|would)|reasonable|acceptable|appropriate|make[s]? sense|(?:could|can|might|may|does|do) .{2,60} explain|advise|how (?:should|would|do|can|could) (?:i|we|you)|safely (?:add|use|give|start|continue|combine|take)|differential|most likely|contribut\w+|weigh\w*|pros and cons|risks? and benefits?|prefer\w*|despite|worth (?:it|adding|starting|stopping|trying)|what (?:dose|would you|next|else)|next step|alternatives? (?:to|for)|instead of|okay to|ok to|is it (?:safe|ok|okay|fine|wise) to)\b|\b(?:nen (?:chon|dung|uong|lam|giam|tang|doi|ngung|tiep|cho|bat|khuyen|them|giu|uu|xu)|co nen|vi sao|tai sao|hop ly|can nhac|phan biet|lap luan|nghieng ve|chinh lieu|lua chon nao|thuoc nao|loai nao|khuyen the nao|co phai do|phai lam|ra sao|co the do|do dau|tot nhat|uu tien|thay the|loi hai|loi ich va nguy co|(?:dung|uong) tiep duoc|co on|an toan nhat|phu hop nhat|(?:cao|thap|nhieu|it) qua|co can|(?:thuoc|khang sinh|loai|lieu|phac do|lua chon)(?: [a-z]+){0,4} nao|co duoc khong|lieu bao nhieu|lieu nao|huong xu tri|xu tri the nao|giai thich)\b/u;

/** A chart or a person that is spoken of without a name. */
export const POINTS_AT_PATIENT =
  /\b(?:he|she|him|his|her|hers|(?:this|the|same|our|my) patient|this (?:child|baby|lady|man|woman|boy|girl))\b|\b(?:benh nhan (?:nay|do)|(?:ong|ba|co|chi|anh|bac|em|chau) (?:ay|nay)|cu (?:nay|ong|ba)?|be nay)\b/u;

/** Politeness, a greeting, or what the assistant itself is or can. */
export const SMALL_TALK =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day|night)|greetings|thanks?|thank you|many thanks|cheers|ok(?:ay)?|got it|great|perfect|excellent|understood|bye|goodbye|see you|that'?s all|no more questions|never ?mind|xin chao|chao|cam on|cam on nhe|tam biet|hen gap|tuyet|tot roi|da hieu|hieu roi|duoc roi|vang|da|thoi|khong con gi|khong hoi gi)(?![a-z])/u;

export const ABOUT_ASSISTANT =
  /\b(?:who are you|what (?:can|do) you (?:do|know|help)|what are you|your (?:name|tools|sources)|(?:which|what) tools|(?:can|do|could) you (?:answer|speak|reply|write|understand|talk)|how do you work|are you (?:a|an|human))\b|\b(?:ban la ai|ban (?:co the )?lam (?:duoc )?(?:gi|nhung gi)|ban co (?:nhung )?(?:cong cu|the)|ban (?:tra loi|noi|hieu)|ten ban|giup (?:duoc |toi )?(?:gi|nhung gi))\b/u;

/** A word, a unit or a formula: one line, no source of a patient's. */
export const ONE_LINER =
  /\b(?:stands? for|abbreviation|what does .{1,40} mean|definition of|define|formula (?:for|of)|convert\w*|how many .{1,40} (?:in|are in|are there in|make) (?:a|an|one|1)\b)|\b(?:viet tat|nghia la gi|la chu gi|dinh nghia|cong thuc|quy doi|(?:doi|chuyen) \d|bang bao nhieu)\b/u;
