import { z } from 'zod';
import type { Bilingual, Language } from './language.ts';
import { fillTemplate } from './language.ts';

interface CatalogueEntry {
  status: number;
  retryable: boolean;
  message: Bilingual;
}

/** Every error Galen can answer with. `{name}` is filled from the error's details; `docs/errors.md` lists the same codes. */
export const ERROR_CATALOGUE = {
  BAD_JSON: entry(400, 'The request body is not valid JSON.', 'Nội dung yêu cầu không phải JSON hợp lệ.'),
  BAD_ENCODING: entry(
    400,
    'The request is not valid UTF-8 text.',
    'Yêu cầu không phải văn bản UTF-8 hợp lệ.',
  ),
  BAD_REQUEST: entry(400, 'The request is not valid: {problem}', 'Yêu cầu không đúng định dạng: {problem}'),
  BODY_TOO_LARGE: entry(
    413,
    'The request body is larger than {limit} bytes.',
    'Nội dung yêu cầu lớn hơn {limit} byte.',
  ),
  UNSUPPORTED_MEDIA_TYPE: entry(415, 'Send {expected}.', 'Hãy gửi {expected}.'),
  TOO_MANY_FILES: entry(
    413,
    'There are more than {limit} files in the request.',
    'Yêu cầu có hơn {limit} tệp.',
  ),
  QUERY_EMPTY: entry(400, 'The question is empty.', 'Câu hỏi đang trống.'),
  QUERY_TOO_SHORT: entry(
    400,
    'The question needs at least {minimum} letters or digits.',
    'Câu hỏi cần ít nhất {minimum} chữ cái hoặc chữ số.',
  ),
  QUERY_TOO_LONG: entry(
    400,
    'The question is longer than {limit} characters.',
    'Câu hỏi dài hơn {limit} ký tự.',
  ),
  QUERY_BAD_CHARACTERS: entry(
    400,
    'The question contains characters that cannot be read as text.',
    'Câu hỏi có ký tự không đọc được như văn bản.',
  ),
  QUERY_REFUSED: entry(
    400,
    'The question was refused by the safety gate ({category}).',
    'Câu hỏi bị cổng an toàn từ chối ({category}).',
  ),
  IMAGE_UNREADABLE: entry(
    400,
    'The image cannot be read: it is not valid base64, or it is cut off.',
    'Không đọc được hình ảnh: không phải base64, hoặc bị thiếu dữ liệu.',
  ),
  IMAGE_TYPE_UNKNOWN: entry(
    415,
    'The image is not a PNG, JPEG, WebP or GIF.',
    'Hình ảnh không phải PNG, JPEG, WebP hay GIF.',
  ),
  IMAGE_TOO_LARGE: entry(413, 'The image is larger than {limit} MB.', 'Hình ảnh lớn hơn {limit} MB.'),
  IMAGE_TOO_MANY_PIXELS: entry(
    413,
    'The image has {width} × {height} pixels; the limit is {side} on a side and {megapixels} million in all.',
    'Hình ảnh có {width} × {height} điểm ảnh; mỗi cạnh tối đa {side} và tổng cộng tối đa {megapixels} triệu.',
  ),
  FLOW_NOT_AVAILABLE: entry(
    400,
    'The flow "{flow}" is not available. Available flows: {available}.',
    'Luồng "{flow}" chưa có ở đây. Hiện có: {available}.',
  ),
  ROLE_UNKNOWN: entry(
    400,
    'There is no role "{role}". Known roles: {known}.',
    'Không có vai trò "{role}" ở đây. Hiện có: {known}.',
  ),
  UNAUTHENTICATED: entry(
    401,
    'Galen cannot tell who you are: {problem}',
    'Hãy cho biết bạn là ai: {problem}',
  ),
  FORBIDDEN: entry(403, 'You are not allowed to do this.', 'Bạn không được phép làm việc này.'),
  CLINICIANS_ONLY: entry(
    403,
    'Charts and the clinic flow are for clinicians. Ask without a patient or an image, or sign in as a clinician.',
    'Bệnh án và luồng phòng khám chỉ dành cho nhân viên y tế điều trị. Hãy hỏi mà không kèm bệnh nhân hay hình ảnh, hoặc đăng nhập với vai trò bác sĩ.',
  ),
  NOT_FOUND: entry(
    404,
    'There is no such {what}, or it is not yours.',
    'Không tìm thấy, hoặc không thuộc về bạn ({what}).',
  ),
  METHOD_NOT_ALLOWED: entry(
    405,
    'This address does not accept {method} requests.',
    'Địa chỉ này không nhận {method}.',
  ),
  RUN_NOT_WAITING: entry(
    409,
    'The run is not waiting for a decision.',
    'Lượt chạy này không chờ quyết định.',
  ),
  APPROVAL_DECIDED: entry(
    409,
    'This proposal is no longer pending; it is already {state}.',
    'Đề xuất này không còn chờ quyết định: {state}.',
  ),
  APPROVAL_EXPIRED: entry(
    410,
    'This proposal has expired; ask for a new one.',
    'Đề xuất này đã hết hạn; hãy yêu cầu lại.',
  ),
  APPROVAL_STALE: entry(
    409,
    'The proposal has changed since it was shown; please review it again.',
    'Đề xuất đã thay đổi kể từ khi hiển thị; hãy xem lại.',
  ),
  APPROVAL_NEEDS_REASON: entry(
    422,
    'A rejection, or an approval despite a severe finding, needs a written reason.',
    'Từ chối, hoặc phê duyệt dù có cảnh báo nghiêm trọng, cần ghi rõ lý do.',
  ),
  TOO_MANY_RUNS: entry(
    429,
    'Too many questions at once; please try again in a moment.',
    'Quá nhiều câu hỏi cùng lúc; hãy thử lại sau giây lát.',
    true,
  ),
  RUN_INTERRUPTED: entry(
    503,
    'The server stopped while answering; please ask again.',
    'Máy chủ dừng khi đang trả lời; hãy hỏi lại.',
    true,
  ),
  RUN_TIMED_OUT: entry(
    504,
    'The answer took too long; please ask again.',
    'Trả lời quá thời gian cho phép; hãy hỏi lại.',
    true,
  ),
  DATABASE_UNAVAILABLE: entry(503, 'The database is not responding.', 'Cơ sở dữ liệu không phản hồi.', true),
  DATABASE_IN_USE: entry(
    409,
    'The data folder {folder} is in use by process {pid}.',
    'Thư mục dữ liệu {folder} đang được tiến trình {pid} sử dụng.',
  ),
  DATABASE_TOO_NEW: entry(
    500,
    'The database is at migration {found}, newer than this version of Galen ({known}). Upgrade Galen.',
    'Cơ sở dữ liệu ở bản {found}, mới hơn phiên bản Galen này ({known}). Hãy nâng cấp Galen.',
  ),
  DATABASE_LACKS_EXTENSION: entry(
    500,
    'The database is missing the extension {extension}: {advice}',
    'Cơ sở dữ liệu thiếu phần mở rộng {extension}: {advice}',
  ),
  KNOWLEDGE_UNREADABLE: entry(
    500,
    'The document {file} cannot be read: {problem}',
    'Không đọc được tài liệu {file}: {problem}',
  ),
  DOCUMENT_UNREADABLE: entry(
    422,
    'The file {file} cannot be read: {problem}',
    'Không đọc được tệp {file}: {problem}',
  ),
  DOCUMENT_TOO_LARGE: entry(
    413,
    'The file {file} is larger than allowed: {problem}',
    'Tệp {file} lớn hơn mức cho phép: {problem}',
  ),
  DOCUMENT_FORMAT_UNKNOWN: entry(
    415,
    'The format of the file {file} is not supported: {problem}',
    'Tệp {file} không thuộc định dạng đọc được: {problem}',
  ),
  SEARCH_ENGINE_UNAVAILABLE: entry(
    503,
    'The search engine {engine} is not working: {problem}',
    'Công cụ tìm kiếm {engine} không hoạt động: {problem}',
    true,
  ),
  SEARCH_MODEL_FAILED: entry(
    503,
    'The search model {model} failed: {problem}',
    'Mô hình tìm kiếm {model} gặp lỗi: {problem}',
    true,
  ),
  SEARCH_MODEL_NOT_INSTALLED: entry(
    500,
    'The search model {model} needs a package that is not installed: npm install {package}',
    'Mô hình tìm kiếm {model} cần một gói chưa được cài đặt: npm install {package}',
  ),
  CHART_UNAVAILABLE: entry(
    503,
    'The chart server is not responding properly: {problem}',
    'Máy chủ hồ sơ bệnh án không phản hồi đúng: {problem}',
    true,
  ),
  CHART_BUSY: entry(
    503,
    'The chart server is busy; try again in {seconds} seconds.',
    'Máy chủ hồ sơ bệnh án đang bận; hãy thử lại sau {seconds} giây.',
    true,
  ),
  CHART_ACCESS_REFUSED: entry(
    502,
    'The chart server denied Galen access: {problem}',
    'Máy chủ hồ sơ bệnh án từ chối Galen: {problem}',
  ),
  CHART_REQUEST_REFUSED: entry(
    502,
    'The chart server rejected this request: {problem}',
    'Máy chủ hồ sơ bệnh án không nhận yêu cầu này: {problem}',
  ),
  CHART_RESOURCE_INVALID: entry(
    422,
    'This cannot be written to the chart: {problem}',
    'Không thể ghi nội dung này vào hồ sơ bệnh án: {problem}',
  ),
  CHART_CHANGED: entry(
    409,
    'The chart has changed since the approval, and there is now a severe finding against this entry; nothing was written.',
    'Bệnh án đã thay đổi sau khi duyệt và nay có điều nghiêm trọng chống lại việc ghi; chưa ghi gì.',
  ),
  CHART_CONFLICT: entry(
    409,
    'The chart already contains more than one entry for this proposal.',
    'Hồ sơ bệnh án đã có nhiều hơn một mục cho đề xuất này.',
  ),
  FLOW_UNKNOWN_OUTCOME: entry(
    500,
    'The step {node} ended with an unknown outcome "{outcome}".',
    'Bước {node} kết thúc với kết quả không xác định "{outcome}".',
  ),
  FLOW_UNWRITTEN_READ: entry(
    500,
    'The step {node} read {keys}, which no step has written.',
    'Bước {node} đọc {keys} khi chưa bước nào ghi.',
  ),
  FLOW_BAD_WRITE: entry(
    500,
    'The step {node} wrote an invalid value: {problem}',
    'Bước {node} ghi giá trị sai dạng: {problem}',
  ),
  FLOW_MAX_STEPS: entry(
    500,
    'The flow {flow} did not end within {limit} steps.',
    'Luồng {flow} không kết thúc trong {limit} bước.',
  ),
  FLOW_NODE_FAILED: entry(500, 'The step {node} failed.', 'Bước {node} bị lỗi.'),
  FLOW_BAD_RESUME: entry(
    409,
    'The decision does not match what the run asked for: {problem}',
    'Quyết định không khớp với điều lượt chạy đã hỏi: {problem}',
  ),
  PORT_IN_USE: entry(
    409,
    'Port {port} is in use. Set GALEN_PORT to another port.',
    'Cổng {port} đang được sử dụng. Hãy đặt GALEN_PORT sang cổng khác.',
  ),
  CONFIG_INVALID: entry(500, 'The settings are not valid: {problem}', 'Cấu hình không hợp lệ: {problem}'),
  INTERNAL: entry(500, 'Something went wrong on our side.', 'Đã xảy ra lỗi phía hệ thống.'),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** The error as it stands on the wire, under `error`. */
export const ErrorBody = z.object({ code: z.string(), message: z.string(), retryable: z.boolean() });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The only error class of Galen: a code of the catalogue and the details that fill its message. */
export class GalenError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** The language of the question it answers, where that is known. */
  readonly language: Language | null;

  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    options: { cause?: unknown; language?: Language | null } = {},
  ) {
    super(errorMessage(code, details, 'en'), options);
    this.name = 'GalenError';
    this.code = code;
    this.details = details;
    this.language = options.language ?? null;
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status;
  }

  get retryable(): boolean {
    return ERROR_CATALOGUE[this.code].retryable;
  }

  body(language: Language = this.language ?? 'en'): ErrorBody {
    const { code, details, retryable } = this;
    return { code, message: errorMessage(code, details, language), retryable };
  }
}

function errorMessage(code: ErrorCode, details: ErrorDetails, language: Language): string {
  return fillTemplate(ERROR_CATALOGUE[code].message[language], details);
}

function entry(status: number, en: string, vi: string, retryable = false): CatalogueEntry {
  return { status, retryable, message: { en, vi } };
}
