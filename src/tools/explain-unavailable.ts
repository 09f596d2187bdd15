import type { Bilingual } from '../domain/language.ts';
import type { ToolOutcome } from './define-tool.ts';
import { type ApiName, OUTSIDE_APIS } from './http/outside-apis.ts';
import type { Freshness, Unavailable, UnavailableReason } from './http/outside-client.ts';
import type { ToolSource } from './tools.port.ts';

const REASONS: Readonly<Record<UnavailableReason, Bilingual>> = {
  'switched-off': { en: 'it is switched off here', vi: 'dịch vụ đang tắt ở đây' },
  'no-connection': { en: 'it could not be reached', vi: 'không kết nối được' },
  timeout: { en: 'it did not answer in time', vi: 'dịch vụ không trả lời kịp' },
  'rate-limited': {
    en: 'it takes no more questions for now',
    vi: 'dịch vụ tạm thời không nhận thêm câu hỏi',
  },
  'server-error': { en: 'it had an error of its own', vi: 'dịch vụ gặp lỗi' },
  'bad-query': { en: 'it did not understand the question', vi: 'dịch vụ không hiểu câu hỏi' },
  'wrong-address': {
    en: 'its address does not answer as it should',
    vi: 'địa chỉ dịch vụ không trả lời đúng',
  },
  redirected: {
    en: 'it sent the question elsewhere, where it may not go',
    vi: 'dịch vụ chuyển hướng sang nơi không được phép',
  },
  'too-large': { en: 'its answer was too large', vi: 'câu trả lời quá lớn' },
  unreadable: { en: 'its answer could not be read', vi: 'không đọc được câu trả lời' },
  'changed-form': {
    en: 'its answer has a form that is not known here',
    vi: 'câu trả lời có dạng không xác định',
  },
  'names-a-person': {
    en: 'the words to be sent seem to name a person, so they were not sent',
    vi: 'nội dung gửi đi có vẻ nêu danh tính một người nên đã không được gửi',
  },
};

/** Says what could not be checked, and that this is no finding. */
export function explainUnavailable(
  service: string,
  { reason, strategy }: Unavailable,
  sent: string[] = [],
): ToolOutcome<never> {
  return {
    status: 'unavailable',
    reason,
    strategy,
    message: {
      en: `${service} is unavailable: ${REASONS[reason].en}. Nothing was checked; this does not mean that nothing was found.`,
      vi: `${service} không dùng được: ${REASONS[reason].vi}. Chưa kiểm tra được gì; điều này không có nghĩa là không tìm thấy.`,
    },
    sent,
  };
}

/** Says of a service beside another that has answered that it was not read. */
export function explainUnread(service: string, { reason }: Unavailable): Bilingual {
  return {
    en: `What ${service} says was not read: ${REASONS[reason].en}.`,
    vi: `Chưa đọc được nội dung của ${service}: ${REASONS[reason].vi}.`,
  };
}

/** Where an answer came from, and its age, for whoever reads the result. */
export function sourceOf(api: ApiName, { fetched_at, age_seconds, is_stale }: Freshness): ToolSource {
  return { name: OUTSIDE_APIS[api].title, fetched_at, age_seconds, is_stale };
}
