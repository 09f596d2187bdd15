import type { Bilingual, Sentences } from '../src/domain/language.ts';

export const NO_CONTRADICTION: Bilingual = {
  en: 'The sources do not contradict each other.',
  vi: 'Các nguồn không mâu thuẫn với nhau.',
};

export const BOTH_SHOWN: Bilingual = {
  en: 'The sources differ ({a} and {b}), and there is not enough to prefer one: both are shown.',
  vi: 'Các nguồn nói khác nhau ({a} và {b}) và chưa đủ căn cứ để chọn: nêu cả hai.',
};

export const PREFERENCE_RULES = {
  domain: {
    en: 'Preferred {winner} over {loser}: the subject belongs to {agent}.',
    vi: 'Ưu tiên {winner} hơn {loser}: nội dung thuộc {agent}.',
  },
  recency: {
    en: 'Preferred {winner} over {loser}: it is newer ({new} against {old}).',
    vi: 'Ưu tiên {winner} hơn {loser}: cập nhật mới hơn ({new} so với {old}).',
  },
  scope: {
    en: 'Preferred {winner} over {loser}: at {agent} the {scope} text counts more.',
    vi: 'Ưu tiên {winner} hơn {loser}: ở {agent}, văn bản {scope} có giá trị cao hơn.',
  },
  relevance: {
    en: 'Preferred {winner} over {loser}: it answers the question more directly.',
    vi: 'Ưu tiên {winner} hơn {loser}: trả lời đúng câu hỏi hơn.',
  },
  evidence: {
    en: 'Preferred {winner} over {loser}: its kind of evidence is stronger.',
    vi: 'Ưu tiên {winner} hơn {loser}: loại bằng chứng mạnh hơn.',
  },
} satisfies Sentences;

/** That sources differ is said in the answer too, where it is left open. */
export const SOURCES_DIFFER: Bilingual = {
  en: 'The sources differ on this, and there is not enough to prefer one of them.',
  vi: 'Các nguồn nói khác nhau về điều này và chưa đủ căn cứ để chọn một bên.',
};

export const SUPERSEDED_LEFT_OUT: Bilingual = {
  en: 'Left out "{title}": "{by}" took its place on {on}.',
  vi: 'Không dùng "{title}": đã được thay thế bởi "{by}" từ {on}.',
};

export const SUPERSEDED_NOTE: Bilingual = {
  en: 'Note: "{title}" was superseded on {on} by "{by}".',
  vi: 'Lưu ý: "{title}" đã được thay thế từ {on} bởi "{by}".',
};

/** A department, or the logs. */
export const UNREACHED: Bilingual = {
  en: 'However, nothing could be retrieved from {what}: no reply came, or not in time.',
  vi: 'Tuy nhiên, không thể truy xuất thông tin từ {what}: không có phản hồi hoặc đã hết thời gian.',
};

export const AGENT_FOUND_NOTHING: Bilingual = {
  en: 'However, {agent} was asked too, and nothing was found there that you may read.',
  vi: 'Tuy nhiên, đã hỏi cả {agent} nhưng không tìm thấy tài liệu nào mà bạn được đọc.',
};

export const AGENT_FOUND_PART: Bilingual = {
  en: 'However, for part of what {agent} was asked, nothing was found that you may read.',
  vi: 'Tuy nhiên, với một phần câu hỏi gửi {agent}, không tìm thấy tài liệu nào mà bạn được đọc.',
};

/** Said before what is no answer: the reader judges whether it helps. */
export const FOLLOW_UP_QUESTION: Bilingual = {
  en: 'What does "{title}" say about: {heading}?',
  vi: '"{title}" quy định gì về: {heading}?',
};

/** What each tool is used for, and what it is told to do, as the asker sees it: in the words of what was asked. */
export const TASK_WORDS = {
  rag_tool: {
    purpose: {
      en: 'Find what the documents of {agent} say about “{topic}”',
      vi: 'Tìm kiếm và thu thập thông tin về “{topic}” trong tài liệu của {agent}',
    },
    message: { en: 'Search: {query}', vi: 'Tìm kiếm: {query}' },
  },
  log_tool: {
    purpose: {
      en: 'Look “{topic}” up in the operational logs',
      vi: 'Tra cứu “{topic}” trong nhật ký vận hành',
    },
    message: { en: 'Search the logs: {query}', vi: 'Tra cứu nhật ký: {query}' },
  },
  summary_tool: {
    purpose: {
      en: 'Sum up what {agent} found on “{topic}”',
      vi: 'Phân tích và tóm tắt những gì {agent} đã tìm được về “{topic}”',
    },
    message: { en: 'Sum up: {query}', vi: 'Tóm tắt: {query}' },
  },
  math_tool: {
    purpose: {
      en: 'Calculate “{topic}” from the figures that {agent} found',
      vi: 'Tính toán “{topic}” dựa trên số liệu mà {agent} đã tìm được',
    },
    message: { en: 'Calculate: {query}', vi: 'Tính toán: {query}' },
  },
};

export const GATHERING_WORDS: { purpose: Bilingual; message: Bilingual } = {
  purpose: { en: 'Put together what the agents found', vi: 'Tổng hợp kết quả của các phòng' },
  message: { en: 'Put together and answer the question', vi: 'Tổng hợp và phản hồi câu hỏi' },
};

/** How contradictions will be settled, told with the plan. */
export const CONFLICT_POLICY: Bilingual = {
  en: 'Compare what the agents say; prefer the department that owns the subject, then the newer document, then the scope order of the department, then clearly higher relevance; otherwise show both',
  vi: 'So sánh kết quả giữa các phòng; ưu tiên phòng phụ trách nội dung, rồi văn bản mới hơn, rồi phạm vi theo thứ tự của phòng, rồi độ liên quan cao hơn rõ rệt; nếu không thì nêu cả hai',
};

export const DESK_NOT_FOUND = {
  title: {
    en: 'I did not find an answer to this in what you may read.',
    vi: 'Tôi không tìm thấy câu trả lời trong những tài liệu mà bạn được đọc.',
  },
  searched: { en: 'Asked: {agents}.', vi: 'Đã hỏi: {agents}.' },
  askBetter: {
    en: 'Ask in other words, one thing at a time.',
    vi: 'Hãy hỏi bằng cách khác, từng điều một.',
  },
} satisfies Sentences;

export const NOBODY_REACHED: Bilingual = {
  en: 'I could not get an answer: there was no reply from {what}. Ask again in a moment.',
  vi: 'Tôi chưa lấy được câu trả lời: không có phản hồi từ {what}. Hãy hỏi lại sau giây lát.',
};

/** The logs among what was not reached. */
export const THE_LOGS: Bilingual = { en: 'the operational logs', vi: 'nhật ký vận hành' };

export const NO_DEPARTMENT: Bilingual = { en: 'no department', vi: 'không phòng nào' };

export const LOG_PERIOD: Bilingual = {
  en: 'from {from} to {to}, time of {zone}',
  vi: 'từ {from} đến {to}, giờ {zone}',
};

export const ANY_TIME: Bilingual = {
  en: 'no period was named, so all times were searched',
  vi: 'câu hỏi không nêu thời gian nên đã tìm ở mọi thời điểm',
};

export const LOG_LINES_FOUND: Bilingual = {
  en: '{count} lines of the logs match ({period}).',
  vi: 'Có {count} dòng nhật ký phù hợp ({period}).',
};

export const LOG_LINES_AT_LEAST: Bilingual = {
  en: 'At least {count} lines of the logs match ({period}).',
  vi: 'Có ít nhất {count} dòng nhật ký phù hợp ({period}).',
};

export const LOG_LINES_UNDATED: Bilingual = {
  en: 'A further {count} lines match but state no time that can be read: they may be of that period or not.',
  vi: 'Có thêm {count} dòng phù hợp nhưng không ghi thời gian đọc được: có thể thuộc khoảng đó hoặc không.',
};

export const LOG_CONTEXT: Bilingual = { en: 'From operational logs', vi: 'Trích từ nhật ký vận hành' };

export const LOG_TITLE: Bilingual = { en: 'Operational logs', vi: 'Nhật ký vận hành' };

export const CALCULATION_TITLE: Bilingual = { en: 'Calculation', vi: 'Phép tính' };

export const CALCULATION_CONTEXT: Bilingual = {
  en: 'Calculated from the figures cited',
  vi: 'Tính từ các số liệu được dẫn',
};

export const CALCULATED: Bilingual = {
  en: 'Calculated: {working} = {result}.',
  vi: 'Kết quả tính toán: {working} = {result}.',
};

export const ABOVE_LIMIT: Bilingual = {
  en: 'The calculated {result} is {gap} above {limit}.',
  vi: 'Kết quả {result} cao hơn mức {limit} là {gap}.',
};

export const BELOW_LIMIT: Bilingual = {
  en: 'The calculated {result} is {gap} below {limit}.',
  vi: 'Kết quả {result} thấp hơn mức {limit} là {gap}.',
};

export const AT_LIMIT: Bilingual = {
  en: 'The calculated {result} is exactly {limit}.',
  vi: 'Kết quả {result} đúng bằng mức {limit}.',
};

export const NOT_WORKED_OUT: Bilingual = {
  en: 'This was not calculated; the rules that were found are shown instead.',
  vi: 'Phép tính này chưa được thực hiện; dưới đây là các quy định tìm thấy.',
};

export const VALUE_MISSING: Bilingual = {
  en: 'This cannot be calculated: no value was found for "{names}".',
  vi: 'Không thể tính được: chưa tìm thấy giá trị của "{names}".',
};

export const DOCUMENTS_CONTEXT: Bilingual = { en: 'From: {titles}', vi: 'Trích từ: {titles}' };

export const NOTHING_READABLE: Bilingual = {
  en: 'Nothing was found that may be read.',
  vi: 'Không tìm thấy tài liệu nào được phép đọc.',
};

export function supersededLabel(on: string): Bilingual {
  return { en: `(superseded on ${on})`, vi: `(đã được thay thế từ ${on})` };
}

export const COMPARISON_TITLE: Bilingual = { en: 'Comparison of the sources', vi: 'So sánh các nguồn' };

export const CHITCHAT_REPLIES = {
  thanks: {
    en: 'You are welcome. Is there anything else I can look up?',
    vi: 'Không có gì. Bạn cần tôi tra cứu thêm điều gì không?',
  },
  goodbye: {
    en: 'Goodbye. Come back whenever you need a department.',
    vi: 'Tạm biệt. Khi cần hỏi phòng ban nào, bạn cứ quay lại.',
  },
  capabilities: {
    en: 'I am Galen, the desk: I ask the departments for you and show where each answer comes from.',
    vi: 'Tôi là Galen, bàn hỏi đáp: tôi hỏi các phòng ban giúp bạn và nêu rõ nguồn của từng câu trả lời.',
  },
  small_talk: {
    en: 'I am Galen, the desk. Ask whenever you like.',
    vi: 'Tôi là Galen, bàn hỏi đáp. Bạn cứ hỏi tiếp khi cần.',
  },
  greeting: { en: 'Hello! What can I look up for you?', vi: 'Xin chào! Tôi có thể giúp gì cho bạn?' },
} satisfies Sentences;
