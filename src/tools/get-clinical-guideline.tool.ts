import type { SearchKnowledge } from './search-knowledge.port.ts';
import { searchOwnIndex } from './search-own-index.ts';

/** Guidelines in Galen's own index. */
export function getClinicalGuideline(search: SearchKnowledge) {
  return searchOwnIndex(search, {
    name: 'get_clinical_guideline',
    description: {
      en: 'Passages of clinical guidelines in the hospital’s own knowledge base, ready to be quoted.',
      vi: 'Các đoạn hướng dẫn lâm sàng trong cơ sở tri thức của bệnh viện, có thể trích dẫn.',
    },
    nothing: {
      en: 'The knowledge base was searched and holds no guideline on this. There may be one elsewhere.',
      vi: 'Đã tìm trong cơ sở tri thức và không có hướng dẫn về điều này. Có thể có ở nơi khác.',
    },
    evidenceLevels: ['clinical_guideline'],
  });
}
