import { CARE_STAGES } from '../../../texts/research.ts';
import type { Bilingual, Language } from '../../domain/language.ts';

/** What asks for a sequence and says nothing of its subject. */
const ASKING: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /^(?:please )?(?:give me |show me |tell me |what (?:is|are) |list )?(?:the |a |an )?(?:step[- ]by[- ]step |stepwise |management |treatment |clinical |standard )*(?:protocol|procedure|pathway|algorithm|sequence|workflow|steps|guide|checklist|process|plan|instructions|approach)(?: of treatment| to take)? (?:for|of|to|in|when)(?: the)?\s+/iu,
    /^(?:walk|talk|take) me through\s+(?:the )?(?:managing|managment of|management of|treating|treatment of)?\s*/iu,
    /^how (?:do i|do you|do we|to|should i|is|are|should)\s+/iu,
    /\b(?:step[- ]by[- ]step|from start to finish|start to finish(?: please)?|management|in the first \d+ (?:hours?|days?|minutes?))\b/giu,
  ],
  vi: [
    /^(?:hãy |xin )?(?:cho tôi |chỉ tôi )?(?:hướng dẫn |nêu )?(?:quy trình|các bước|những bước|trình tự|lưu đồ|phác đồ|cách)(?: từng bước)?\s*(?:để )?(?:xử trí|điều trị|thực hiện|làm|xử lý)?\s*/iu,
    /^hướng dẫn từng bước\s*/iu,
    /(?:từng bước|theo trình tự nào|lần lượt)/giu,
  ],
};

/** Words at which one part ends and the next begins. */
const JOINT: Bilingual = {
  en: ',? and then |[;,] then |\\bfollowed by |\\. ?then |, and (?=how|when|what|which|where|why)|, (?=how|when|what|which|where|why)| and (?=how|when|what|which|where|why)|; ',
  vi: ',? rồi (?:sau đó )?|,? sau đó |,? tiếp theo |; | và (?=khi nào|bao lâu|lúc nào|cách|theo dõi|điều trị|xử trí)|, ',
};
const FIRST: Bilingual = {
  en: '^(?:first(?:ly)?,? |to begin with,? )',
  vi: '^(?:trước hết|trước tiên|đầu tiên),? ?',
};
const MIN_PART = 8;

/** The parts of a sequence in their order: those the question names, or those that care is made of. */
export function splitSteps(question: string, language: Language): string[] {
  const asked = question.trim().replace(/[?.!\s]+$/u, '');
  const named = namedParts(asked, language);
  if (named.length > 1) return named;
  const topic = topicOf(asked, language);
  return topic === '' ? [] : CARE_STAGES[language].map((stage) => stage.replace('{topic}', topic));
}

/** What a sequence is about: the question without the words that ask for one. */
export function topicOf(question: string, language: Language): string {
  const bare = ASKING[language].reduce(
    (rest, cue) => rest.replace(cue, ' '),
    question.trim().replace(/[?.!\s]+$/u, ''),
  );
  return bare
    .replace(/\s+/gu, ' ')
    .replace(/^(?:the|an?|of|for)\s+/iu, '')
    .trim();
}

function namedParts(asked: string, language: Language): string[] {
  const parts = asked
    .replace(new RegExp(FIRST[language], 'iu'), '')
    .split(new RegExp(JOINT[language], 'iu'))
    .map((part) => part.trim())
    .filter((part) => part.length >= MIN_PART);
  return parts.length > 1 ? parts : [];
}
