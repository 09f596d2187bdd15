import { fillTemplate } from '../../domain/fill-template.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { ConsultRole } from './roles.ts';
import type { SmallTalk } from './small-talk-phrases.ts';

const RESPONSES: Readonly<Record<SmallTalk, Bilingual>> = {
  greeting: {
    en: 'Hello! I am Galen, an assistant for questions about {covers}. What would you like to ask?',
    vi: 'Xin chào! Tôi là Galen, trợ lý cho các câu hỏi về {covers}. Bạn muốn hỏi gì ạ?',
  },
  thanks: {
    en: 'You are welcome! Is there anything else you would like to ask?',
    vi: 'Không có gì ạ! Bạn còn muốn hỏi điều gì nữa không?',
  },
  goodbye: {
    en: 'Goodbye, and take care! Come back whenever you have a question.',
    vi: 'Tạm biệt bạn! Hãy quay lại bất cứ khi nào bạn có câu hỏi nhé.',
  },
  small_talk: {
    en: 'I am Galen, a computer program rather than a person. I am here for your questions about {covers}. What would you like to ask?',
    vi: 'Tôi là Galen, một chương trình máy tính chứ không phải người thật. Tôi ở đây để trả lời câu hỏi của bạn về {covers}. Bạn muốn hỏi gì ạ?',
  },
  capabilities: {
    en: 'I answer questions about {covers}, in English and Vietnamese, from a checked collection of questions and answers, and I show the exact words I rely on. When I do not find an answer, I say so. You could ask, for example: {samples}',
    vi: 'Tôi trả lời các câu hỏi về {covers}, bằng tiếng Việt và tiếng Anh, từ một bộ câu hỏi – trả lời đã được kiểm tra, và chỉ ra nguyên văn câu tôi dựa vào. Khi không tìm thấy câu trả lời, tôi nói rõ như vậy. Chẳng hạn, bạn có thể hỏi: {samples}',
  },
};

/** What is said to someone who greets, thanks or asks about Galen itself. Nothing of it is a medical claim. */
export function directResponse(kind: SmallTalk, role: ConsultRole, language: Language): string {
  const samples = role.samples[language].map((question) => `"${question}"`).join(' ');
  return fillTemplate(RESPONSES[kind][language], { covers: role.covers[language], samples });
}
