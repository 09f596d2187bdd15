import type { Bilingual, Language } from '../../domain/language.ts';

const MAX_WORDS = 10;
const VIETNAMESE = /[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]/iu;

/** Small talk by kind, and what is answered. A question to a department is none, however short. */
const KINDS: readonly (readonly [RegExp, Bilingual])[] = [
  [
    /^(?:thank|thanks|many thanks|cheers|cảm ơn|cám ơn|cam on)(?!\p{L})/iu,
    {
      en: 'You are welcome. Is there anything else I can look up?',
      vi: 'Không có gì. Bạn cần tôi tra cứu thêm điều gì không?',
    },
  ],
  [
    /^(?:good ?bye|bye|see you|have a (?:good|nice|great)|good night|take care|tạm biệt|hẹn gặp|chúc (?:bạn )?(?:ngủ|cuối tuần|một ngày|buổi)|ngủ ngon)(?!\p{L})/iu,
    {
      en: 'Goodbye. Come back whenever a department should be asked.',
      vi: 'Tạm biệt. Khi cần hỏi phòng ban nào, bạn cứ quay lại.',
    },
  ],
  [
    /\b(?:who are you|your name|what can you do|are you (?:a )?(?:human|robot|bot|real)|how old are you)\b|(?:bạn|mày|em) (?:tên (?:là )?gì|là ai|làm được gì|là (?:người|robot|máy))/iu,
    {
      en: 'I am Galen, the desk: I ask the departments for you and show where each answer comes from.',
      vi: 'Tôi là Galen, bàn hỏi đáp: tôi hỏi các phòng ban giúp bạn và nêu rõ nguồn của từng câu trả lời.',
    },
  ],
  [
    /^(?:ok|okay|great|got it|i see|understood|nice|perfect|sure|alright|cool|fine|haha|lol|wow|sorry|ừ|vâng|dạ|được rồi|tôi hiểu|hiểu rồi|tuyệt|hay quá|hay thật|xin lỗi)(?!\p{L})/iu,
    { en: 'Good. Ask on whenever you like.', vi: 'Vâng. Bạn cứ hỏi tiếp khi cần.' },
  ],
  [
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|xin chào|chào|alo|a lô)(?!\p{L})|\bhow are you\b|how is it going|how's it going|what's up|(?:bạn|anh|chị|em) (?:có )?khỏe (?:không|chứ)|hôm nay (?:bạn )?thế nào|trời (?:hôm nay )?đẹp|nice weather|tell me a joke|kể (?:chuyện|một câu chuyện)/iu,
    { en: 'Hello! What can I look up for you?', vi: 'Xin chào! Tôi có thể giúp gì cho bạn?' },
  ],
];

/** What to say to small talk, or null where something is asked. */
export function replyToChitchat(question: string, language: Language): string | null {
  const plain = question.trim();
  if ((plain.match(/\p{L}+/gu) ?? []).length > MAX_WORDS) return null;
  // Two words are too few to tell a language by; their letters often tell it.
  const spoken = VIETNAMESE.test(plain) ? 'vi' : language;
  return KINDS.find(([pattern]) => pattern.test(plain))?.[1][spoken] ?? null;
}

/** What is said when a model took for small talk what no rule does. */
export const GREETING: Bilingual = {
  en: 'Hello! What can I look up for you?',
  vi: 'Xin chào! Tôi có thể giúp gì cho bạn?',
};
