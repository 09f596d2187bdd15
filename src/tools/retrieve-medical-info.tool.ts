import type { SearchKnowledge } from './search-knowledge.port.ts';
import { searchOwnIndex } from './search-own-index.ts';

/** Anything in Galen's own index. */
export function retrieveMedicalInfo(search: SearchKnowledge) {
  return searchOwnIndex(search, {
    name: 'retrieve_medical_info',
    description: {
      en: 'Passages of the hospital’s own knowledge base on a question, ready to be quoted.',
      vi: 'Các đoạn trong cơ sở tri thức của bệnh viện về một câu hỏi, có thể trích dẫn.',
    },
    nothing: {
      en: 'The knowledge base was searched and holds nothing on this.',
      vi: 'Đã tìm trong cơ sở tri thức và không có nội dung về điều này.',
    },
    evidenceLevels: null,
  });
}
