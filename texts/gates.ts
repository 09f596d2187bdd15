import type { Bilingual } from '../src/domain/language.ts';

export const UNSUPPORTED_MARK: Bilingual = { en: '[unsupported]', vi: '[chưa có căn cứ]' };

export const EMERGENCY_NOTICE: Bilingual = {
  en: 'This may be an emergency. Call {phone}, or your local emergency number, now or go to the nearest emergency department. Do not wait for this answer.',
  vi: 'Đây có thể là tình huống cấp cứu. Hãy gọi ngay {phone} (hoặc số cấp cứu nơi bạn ở) hoặc đến khoa cấp cứu gần nhất. Đừng chờ câu trả lời này.',
};

export const SUICIDE_NOTICE: Bilingual = {
  en: 'You do not have to go through this alone. If a life is in danger, call {phone} now, or go to the nearest emergency department, and stay with someone you trust.{crisis}',
  vi: 'Bạn không phải chịu đựng điều này một mình. Nếu tính mạng đang nguy hiểm, hãy gọi ngay {phone} hoặc đến khoa cấp cứu gần nhất, và ở bên một người bạn tin tưởng.{crisis}',
};

export const CRISIS_LINE: Bilingual = {
  en: ' To talk to someone at any hour: {line}.',
  vi: ' Để trò chuyện với người hỗ trợ, bất kỳ giờ nào: {line}.',
};

export const QUIET_NOTICE: Bilingual = {
  en: 'Possible emergency ({category}): local emergency pathway, {phone}.',
  vi: 'Có thể là cấp cứu ({category}): theo quy trình cấp cứu tại chỗ, {phone}.',
};
