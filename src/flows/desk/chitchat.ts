import { CHITCHAT_REPLIES } from '../../../texts/desk.ts';
import type { Bilingual, Language } from '../../domain/language.ts';

const MAX_WORDS = 10;
const VIETNAMESE = /[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]/iu;

/** Small talk by kind, and what is answered. */
const KINDS: readonly (readonly [RegExp, Bilingual])[] = [
  [words('many thanks|thanks|thank(?: you)?|cheers|cảm ơn|cám ơn|cam on'), CHITCHAT_REPLIES.thanks],
  [
    words(
      'good ?bye|bye(?: bye)?|see you(?: (?:later|soon|again|tomorrow|then|around|next week))?',
      'have a (?:good|nice|great|lovely)(?: (?:day|one|weekend|week|evening|night|time|shift))?|good night',
      'take care|tạm biệt|hẹn gặp(?: lại)?',
      'chúc (?:bạn )?(?:ngủ ngon|cuối tuần|một ngày|buổi \\p{L}+)(?: (?:vui vẻ|tốt lành|tốt đẹp|an lành))?',
      'ngủ ngon',
    ),
    CHITCHAT_REPLIES.farewell,
  ],
  [
    words(
      "who are you|what(?: is|'s) your name|your name|what can you do",
      'are you (?:a )?(?:human|robot|bot|real)|how old are you',
      '(?:bạn|mày|em) (?:tên (?:là )?gì|là ai|làm được gì|là (?:người|robot|máy))',
    ),
    CHITCHAT_REPLIES.whoAreYou,
  ],
  [
    words(
      'ok|okay|great|got it|i see|understood|nice|perfect|sure|alright|cool|fine|haha|lol|wow|sorry|ừ|vâng',
      'dạ|được rồi|(?:tôi )?hiểu(?: rồi)?|tuyệt(?: vời)?|hay (?:quá|thật)|xin lỗi',
    ),
    CHITCHAT_REPLIES.agreement,
  ],
  [
    words(
      'hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|how are you(?: doing)?',
      "how(?: is|'s) it going|what's up|(?:nice|lovely|good|bad) weather|tell me a (?:joke|story)|xin chào",
      'chào(?: buổi \\p{L}+)?|alo|a lô|(?:bạn|anh|chị|em) (?:có )?khỏe (?:không|chứ)',
      '(?:hôm nay )?(?:bạn )?thế nào|trời (?:hôm nay )?(?:đẹp|mưa|nắng|nóng|lạnh)',
      'kể (?:cho \\p{L}+ nghe )?(?:chuyện|một câu chuyện)(?: cười| vui)?',
    ),
    CHITCHAT_REPLIES.greeting,
  ],
];
/** What small talk is made of beside its phrases: none of these asks anything. */
const FILLERS = words(
  'there|you|all|everyone|everybody|galen|so much|very much|a lot|very|much|again|today|tonight',
  "for (?:the|your) help|for that|and|then|now|it|is|isn't it|dear|team|sir|madam|friend|please|just|oh",
  'well|bạn|anh|chị|em|tôi|mình|các|cả nhà|mọi người|ơi|nhiều|lắm|rất|quá|nhé|nha|nhỉ|ạ|à|vậy|thế|rồi',
  'đi|hôm nay|lại|và|thôi|đã giúp',
);

/** What to say to small talk, or null where something is left that is no small talk: then something is asked. */
export function replyToChitchat(question: string, language: Language): string | null {
  const plain = question.normalize('NFC').replaceAll('’', "'").trim();
  if ((plain.match(/\p{L}+/gu) ?? []).length > MAX_WORDS) return null;
  const kind = KINDS.find(([pattern]) => plain.search(pattern) !== -1);
  // By kinds, then fillers: "good day" is a greeting before "day" is a word.
  const left = [...KINDS.map(([pattern]) => pattern), FILLERS].reduce(
    (text, pattern) => text.replace(pattern, ' '),
    plain,
  );
  if (!kind || /[\p{L}\p{N}]/u.test(left)) return null;
  // Two words are too few to tell a language by; their letters often tell it.
  const spoken = VIETNAMESE.test(plain) ? 'vi' : language;
  return kind[1][spoken];
}

/** Any of these phrases, as whole words, wherever they stand. */
function words(...phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}'])(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}
