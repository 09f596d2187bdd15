/**
 * By which a message shows that it leans on the ones before it. Vietnamese with its marks and without them, as it is
 * often typed. `(?<!\p{L})` and `(?!\p{L})` are the word boundaries that `\b` is not for letters with marks.
 */

/** "Thanks, and …": what is said before the question itself. */
export const COURTESY =
  /^(?:(?:many )?thank(?:s| you)?|ok(?:ay)?|yes|no|great|hi|hello|cảm ơn|cám ơn|cam on|vâng|vang|dạ|da|chào|chao|à|ừ)(?!\p{L})[^,.!?]{0,30}[,.!]\s*(?=\S)/iu;

/** "And now something else: …" */
export const NEW_TOPIC =
  /^[^:,?]{0,40}(?:new topic|another (?:topic|question|matter|thing)|different (?:topic|question|matter)|something (?:else|different)|change of (?:topic|subject)|chuyện khác|chuyen khac|vấn đề khác|van de khac|câu khác|cau khac|chủ đề khác|chu de khac|việc khác|viec khac)[^:,?]{0,20}[:,?-]\s*/iu;

/** "I meant …" with what is meant. */
export const CORRECTION =
  /^(?:(?:no|sorry|actually|không|khong|à|nhầm|nham)[,.]?\s+)*(?:i (?:meant|mean|was asking about|am asking about|asked about)|not that[,.]?|rather|(?:ý|y) (?:tôi|em|mình|con|toi|minh) (?:là|la|muốn hỏi|muon hoi|hỏi|hoi)|(?:tôi|em|mình|con|toi|minh) (?:đang |dang )?(?:hỏi|hoi|muốn nói|muon noi|nói|noi)(?: về| ve| đến| den| là| la)?)\s+(.{1,80}?)(?:\s+(?:cơ|co|mà|ma|ạ|a|chứ|chu|instead|actually))*[.!?]*$/iu;

/** "And …?", "what about …?", "còn … thì sao?" with what is asked about. */
export const ELLIPSIS: readonly RegExp[] = [
  /^(?:and|but|or|also|so|then|what about|how about|what if|and what about|and how about)\s+(.{1,60}?)[.?!]*$/iu,
  /^(?:thế|vậy|the|vay)?\s*(?:còn|con)\s+(.{1,60}?)(?:\s+(?:thì|thi))?(?:\s+(?:sao|thế nào|the nao|ra sao))?(?:\s+(?:ạ|a|vậy|vay|nhỉ|bác sĩ|bac si))*[.?!]*$/iu,
  /^(?:thế|vậy|the|vay)\s+(.{1,60}?)(?:\s+(?:thì|thi))?(?:\s+(?:sao|thế nào|the nao|ra sao))?(?:\s+(?:ạ|a|vậy|vay|nhỉ))*[.?!]*$/iu,
  /^(.{1,40}?)\s+(?:thì|thi)\s+sao(?:\s+(?:ạ|a|vậy|vay|nhỉ))*[.?!]*$/iu,
];

/** Asks to set two things beside each other without naming them. */
export const COMPARISON =
  /\b(?:between (?:them|the two|these|those)|both of them|the two|which (?:one|of (?:them|these|the two))|which is (?:better|safer|cheaper|stronger)|compare them)\b|(?<!\p{L})(?:cái nào|loại nào|thuốc nào (?:tốt|rẻ|an toàn|mạnh)|cách nào (?:tốt|rẻ|an toàn)|hai (?:loại|cái|thuốc|cách) (?:này|đó)|chúng khác|cai nao|loai nao|hai (?:loai|cai|thuoc|cach) (?:nay|do))(?!\p{L})/iu;

/** Points at something that only an earlier message names, whatever else it says. */
export const POINTS_BACK =
  /\b(?:mine|they|them|these|those|the same|if (?:that|it|this) (?:happens|does|is)|the (?:first|second|third|last|other) one)\b|(?<!\p{L})(?:của (?:tôi|em|mình|con)|cua (?:toi|em|minh)|nó|chúng|(?:bệnh|thuốc|loại|cái|chất|thủ thuật|xét nghiệm|tình trạng|trường hợp|cách|việc|điều) (?:này|đó|ấy|kia)|(?:benh|thuoc|loai|cai|truong hop) (?:nay|do|ay|kia)|như vậy|nhu vay|như thế)(?!\p{L})/iu;

/** Points back in a short question; in a longer one it may point at something there. */
export const MAY_POINT_BACK =
  /\b(?:it|its|this|that|one|ones|afterwards|instead|as well|either|too)\b|(?<!\p{L})(?:này|đó|ấy|vậy|no|nay)(?!\p{L})/iu;

/** "Yes, please": agrees to what was offered. */
export const AGREES =
  /^(?:yes|yeah|yep|sure|ok(?:ay)?|please(?: do)?|of course|go ahead|vâng|vang|dạ|có|co|ừ|được|duoc|đúng|dung)(?:[\s,]+(?:please|thanks|thank you|ạ|a|đi|di|vậy|bạn|bác sĩ|có|co|rồi|roi))*[.!]*$/iu;

/** "Tell me more": asks for more of the same. */
export const ASKS_FOR_MORE =
  /^(?:(?:please |can you |could you )?(?:tell me more|explain (?:more|further|that|it|again)|more (?:details?|info(?:rmation)?|please|about (?:it|that|this))|go on|continue|elaborate|for example|such as|like what|meaning)|(?:bạn |bác sĩ )?(?:có thể )?(?:nói|giải thích|kể) (?:rõ|thêm|kỹ|lại|chi tiết|cụ thể)|chi tiết hơn|cụ thể hơn|ví dụ|tiếp đi|là sao|nghĩa là sao|noi (?:ro|them|ky|lai)|giai thich (?:them|ro)|chi tiet hon|cu the hon|vi du)(?!\p{L})/iu;

/** Begins in the middle of something, or ends asking what then. */
export const BEGINS_INSIDE =
  /^(?:and|but|so|then|also|or|if|because|why (?:so|not)|nếu|neu|thế|vậy|còn|nhưng|hay|vậy thì|sau đó|rồi)(?!\p{L})|(?:thì sao|thi sao)(?:\s+(?:ạ|a|vậy|nhỉ))*[.?!]*$/iu;

/** Asks what something is, or says that it tells about it: then it names the thing. */
export const NAMES_ITS_SUBJECT =
  /^(?:what(?: is|'s| are)|tell me about|explain|define)\s+(?!the\b|its\b|it\b|this\b|that\b|my\b|your\b)\p{L}|(?<!\p{L})(?:là gì|la gi|là bệnh gì|là thuốc gì)[.?!]*$/iu;

/** What can be asked about anything: a question of these alone does not say about what. */
export const ATTRIBUTES: ReadonlySet<string> = new Set(
  `dose dosage doses effect effects symptom symptoms sign signs treatment treat treated treating cure cured cost costs price cheap
  cheaper hurt hurts painful pain risk risks cause causes diagnosis diagnose diagnosed prevent prevention prevented ok okay allowed
  maintenance alternative alternatives test tests happen happens contagious hereditary dangerous serious permanent temporary tablet
  tablets medicine medication need come eat drink adult adults child children kids people elderly pregnant pregnancy
  liều lieu đau dau rẻ re giá gia lây lay chẩn đoán nguyên nhân biết nhận quên quen uống uong hết het sinh mọc moc trẻ tre em già
  gia bầu bau lớn lon thai tê chi phí đắt di truyền nghỉ ăn`.split(/\s+/u),
);
