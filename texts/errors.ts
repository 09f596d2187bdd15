import type { Sentences } from '../src/domain/language.ts';

/** What is said of every error. `{name}` is filled from the error's details. */
export const ERROR_TEXTS = {
  BAD_JSON: { en: 'The request body is not valid JSON.', vi: 'Nội dung yêu cầu không phải JSON hợp lệ.' },
  BAD_ENCODING: {
    en: 'The request is not valid UTF-8 text.',
    vi: 'Yêu cầu không phải văn bản UTF-8 hợp lệ.',
  },
  BAD_REQUEST: { en: 'The request is not valid: {problem}', vi: 'Yêu cầu không đúng định dạng: {problem}' },
  BODY_TOO_LARGE: {
    en: 'The request body is larger than {limit} bytes.',
    vi: 'Nội dung yêu cầu lớn hơn {limit} byte.',
  },
  UNSUPPORTED_MEDIA_TYPE: { en: 'Send {expected}.', vi: 'Hãy gửi {expected}.' },
  TOO_MANY_FILES: {
    en: 'There are more than {limit} files in the request.',
    vi: 'Yêu cầu có hơn {limit} tệp.',
  },
  QUERY_EMPTY: { en: 'The question is empty.', vi: 'Câu hỏi đang trống.' },
  QUERY_TOO_SHORT: {
    en: 'The question needs at least {minimum} letters or digits.',
    vi: 'Câu hỏi cần ít nhất {minimum} chữ cái hoặc chữ số.',
  },
  QUERY_TOO_LONG: {
    en: 'The question is longer than {limit} characters.',
    vi: 'Câu hỏi dài hơn {limit} ký tự.',
  },
  QUERY_BAD_CHARACTERS: {
    en: 'The question contains characters that cannot be read as text.',
    vi: 'Câu hỏi có ký tự không đọc được như văn bản.',
  },
  QUERY_REFUSED: {
    en: 'This reads like an order to the program rather than a question ({category}), so it was not answered. If you meant to ask about health, please ask it again in plain words, without code or instructions.',
    vi: 'Nội dung này giống một mệnh lệnh cho chương trình hơn là một câu hỏi ({category}), nên chưa được trả lời. Nếu bạn muốn hỏi về sức khỏe, xin viết lại bằng lời thường, không kèm mã lệnh hay chỉ thị.',
  },
  IMAGE_UNREADABLE: {
    en: 'The image cannot be read: it is not valid base64, or it is cut off.',
    vi: 'Không đọc được hình ảnh: không phải base64, hoặc bị thiếu dữ liệu.',
  },
  IMAGE_TYPE_UNKNOWN: {
    en: 'The image is not a PNG, JPEG, WebP or GIF.',
    vi: 'Hình ảnh không phải PNG, JPEG, WebP hay GIF.',
  },
  IMAGE_TOO_LARGE: { en: 'The image is larger than {limit} MB.', vi: 'Hình ảnh lớn hơn {limit} MB.' },
  IMAGE_TOO_MANY_PIXELS: {
    en: 'The image has {width} × {height} pixels; the limit is {side} on a side and {megapixels} million in all.',
    vi: 'Hình ảnh có {width} × {height} điểm ảnh; mỗi cạnh tối đa {side} và tổng cộng tối đa {megapixels} triệu.',
  },
  FLOW_NOT_AVAILABLE: {
    en: 'The flow "{flow}" is not available. Available flows: {available}.',
    vi: 'Luồng "{flow}" chưa có ở đây. Hiện có: {available}.',
  },
  ROLE_UNKNOWN: {
    en: 'There is no role "{role}". Known roles: {known}.',
    vi: 'Không có vai trò "{role}" ở đây. Hiện có: {known}.',
  },
  UNAUTHENTICATED: {
    en: 'Galen cannot tell who you are: {problem}',
    vi: 'Hãy cho biết bạn là ai: {problem}',
  },
  FORBIDDEN: { en: 'You are not allowed to do this.', vi: 'Bạn không được phép làm việc này.' },
  CLINICIANS_ONLY: {
    en: 'Charts and the clinic flow are for clinicians. Ask without a patient or an image, or sign in as a clinician.',
    vi: 'Bệnh án và luồng phòng khám chỉ dành cho nhân viên y tế điều trị. Hãy hỏi mà không kèm bệnh nhân hay hình ảnh, hoặc đăng nhập với vai trò bác sĩ.',
  },
  NOT_FOUND: {
    en: 'There is no such {what}, or it is not yours.',
    vi: 'Không tìm thấy, hoặc không thuộc về bạn ({what}).',
  },
  METHOD_NOT_ALLOWED: {
    en: 'This address does not accept {method} requests.',
    vi: 'Địa chỉ này không nhận {method}.',
  },
  RUN_NOT_WAITING: {
    en: 'The run is not waiting for a decision.',
    vi: 'Lượt chạy này không chờ quyết định.',
  },
  APPROVAL_DECIDED: {
    en: 'This proposal is no longer pending; it is already {state}.',
    vi: 'Đề xuất này không còn chờ quyết định: {state}.',
  },
  APPROVAL_EXPIRED: {
    en: 'This proposal has expired; ask for a new one.',
    vi: 'Đề xuất này đã hết hạn; hãy yêu cầu lại.',
  },
  APPROVAL_STALE: {
    en: 'The proposal has changed since it was shown; please review it again.',
    vi: 'Đề xuất đã thay đổi kể từ khi hiển thị; hãy xem lại.',
  },
  APPROVAL_NEEDS_REASON: {
    en: 'A rejection, or an approval despite a severe finding, needs a written reason.',
    vi: 'Từ chối, hoặc phê duyệt dù có cảnh báo nghiêm trọng, cần ghi rõ lý do.',
  },
  PREFETCH_NEEDED: {
    en: 'Galen needs the data that its prefetch templates name: {problem}',
    vi: 'Galen cần dữ liệu nêu trong mẫu prefetch: {problem}',
  },
  LAUNCH_REFUSED: {
    en: 'Galen cannot be opened from there: {problem}',
    vi: 'Không thể mở Galen từ nơi đó: {problem}',
  },
  TOO_MANY_RUNS: {
    en: 'Too many questions at once; please try again in a moment.',
    vi: 'Quá nhiều câu hỏi cùng lúc; hãy thử lại sau giây lát.',
  },
  RUN_INTERRUPTED: {
    en: 'The server stopped while answering; please ask again.',
    vi: 'Máy chủ dừng khi đang trả lời; hãy hỏi lại.',
  },
  RUN_TIMED_OUT: {
    en: 'The answer took too long; please ask again.',
    vi: 'Trả lời quá thời gian cho phép; hãy hỏi lại.',
  },
  RUN_STOPPED: {
    en: 'You stopped this question before it was answered.',
    vi: 'Bạn đã dừng câu hỏi này trước khi có câu trả lời.',
  },
  DATABASE_UNAVAILABLE: { en: 'The database is not responding.', vi: 'Cơ sở dữ liệu không phản hồi.' },
  DATABASE_DAMAGED: {
    en: 'The database in {folder} is damaged: {problem}. Galen has changed nothing in it. Stop Galen, move that folder aside, put a whole copy in its place (from backups/ beside it, or your own) and start again.',
    vi: 'Cơ sở dữ liệu trong {folder} bị hỏng: {problem}. Galen chưa thay đổi gì trong đó. Hãy dừng Galen, chuyển thư mục đó đi chỗ khác, đặt một bản sao nguyên vẹn vào chỗ của nó (từ backups/ bên cạnh hoặc bản của bạn) rồi khởi động lại.',
  },
  DATABASE_READ_ONLY: {
    en: 'Galen cannot write to {folder}: it is read-only, or belongs to another user.',
    vi: 'Galen không ghi được vào {folder}: chỉ cho phép đọc, hoặc thuộc về người dùng khác.',
  },
  DATABASE_DISK_FULL: {
    en: 'The disk of {folder} is full. What is stored is safe; free some space, then restart Galen.',
    vi: 'Ổ đĩa của {folder} đã đầy. Dữ liệu đã lưu vẫn an toàn; hãy giải phóng dung lượng rồi khởi động lại Galen.',
  },
  DATABASE_IN_USE: {
    en: 'The data folder {folder} is in use by process {pid}.',
    vi: 'Thư mục dữ liệu {folder} đang được tiến trình {pid} sử dụng.',
  },
  DATABASE_TOO_NEW: {
    en: 'The database is at migration {found}, newer than this version of Galen ({known}). Upgrade Galen.',
    vi: 'Cơ sở dữ liệu ở bản {found}, mới hơn phiên bản Galen này ({known}). Hãy nâng cấp Galen.',
  },
  DATABASE_LACKS_EXTENSION: {
    en: 'The database is missing the extension {extension}: {advice}',
    vi: 'Cơ sở dữ liệu thiếu phần mở rộng {extension}: {advice}',
  },
  KNOWLEDGE_UNREADABLE: {
    en: 'The document {file} cannot be read: {problem}',
    vi: 'Không đọc được tài liệu {file}: {problem}',
  },
  DOCUMENT_UNREADABLE: {
    en: 'The file {file} cannot be read: {problem}',
    vi: 'Không đọc được tệp {file}: {problem}',
  },
  DOCUMENT_TOO_LARGE: {
    en: 'The file {file} is larger than allowed: {problem}',
    vi: 'Tệp {file} lớn hơn mức cho phép: {problem}',
  },
  DOCUMENT_FORMAT_UNKNOWN: {
    en: 'The format of the file {file} is not supported: {problem}',
    vi: 'Tệp {file} không thuộc định dạng đọc được: {problem}',
  },
  SEARCH_ENGINE_UNAVAILABLE: {
    en: 'The search engine {engine} is not working: {problem}',
    vi: 'Công cụ tìm kiếm {engine} không hoạt động: {problem}',
  },
  SEARCH_MODEL_FAILED: {
    en: 'The search model {model} failed: {problem}',
    vi: 'Mô hình tìm kiếm {model} gặp lỗi: {problem}',
  },
  SEARCH_MODEL_NOT_INSTALLED: {
    en: 'The search model {model} needs a package that is not installed: npm install {package}',
    vi: 'Mô hình tìm kiếm {model} cần một gói chưa được cài đặt: npm install {package}',
  },
  CHART_UNAVAILABLE: {
    en: 'The chart server is not responding properly: {problem}',
    vi: 'Máy chủ hồ sơ bệnh án không phản hồi đúng: {problem}',
  },
  CHART_BUSY: {
    en: 'The chart server is busy; try again in {seconds} seconds.',
    vi: 'Máy chủ hồ sơ bệnh án đang bận; hãy thử lại sau {seconds} giây.',
  },
  CHART_ACCESS_REFUSED: {
    en: 'The chart server denied Galen access: {problem}',
    vi: 'Máy chủ hồ sơ bệnh án từ chối Galen: {problem}',
  },
  CHART_REQUEST_REFUSED: {
    en: 'The chart server rejected this request: {problem}',
    vi: 'Máy chủ hồ sơ bệnh án không nhận yêu cầu này: {problem}',
  },
  CHART_RESOURCE_INVALID: {
    en: 'This cannot be written to the chart: {problem}',
    vi: 'Không thể ghi nội dung này vào hồ sơ bệnh án: {problem}',
  },
  CHART_CHANGED: {
    en: 'The chart has changed since the approval, and there is now a severe finding against this entry; nothing was written.',
    vi: 'Bệnh án đã thay đổi sau khi duyệt và nay có điều nghiêm trọng chống lại việc ghi; chưa ghi gì.',
  },
  CHART_CONFLICT: {
    en: 'The chart already contains more than one entry for this proposal.',
    vi: 'Hồ sơ bệnh án đã có nhiều hơn một mục cho đề xuất này.',
  },
  FLOW_UNKNOWN_OUTCOME: {
    en: 'The step {node} ended with an unknown outcome "{outcome}".',
    vi: 'Bước {node} kết thúc với kết quả không xác định "{outcome}".',
  },
  FLOW_UNWRITTEN_READ: {
    en: 'The step {node} read {keys}, which no step has written.',
    vi: 'Bước {node} đọc {keys} khi chưa bước nào ghi.',
  },
  FLOW_BAD_WRITE: {
    en: 'The step {node} wrote an invalid value: {problem}',
    vi: 'Bước {node} ghi giá trị sai dạng: {problem}',
  },
  FLOW_MAX_STEPS: {
    en: 'The flow {flow} did not end within {limit} steps.',
    vi: 'Luồng {flow} không kết thúc trong {limit} bước.',
  },
  FLOW_NODE_FAILED: { en: 'The step {node} failed.', vi: 'Bước {node} bị lỗi.' },
  FLOW_BAD_RESUME: {
    en: 'The decision does not match what the run asked for: {problem}',
    vi: 'Quyết định không khớp với điều lượt chạy đã hỏi: {problem}',
  },
  PORT_IN_USE: {
    en: 'Port {port} is in use. Set GALEN_PORT to another port.',
    vi: 'Cổng {port} đang được sử dụng. Hãy đặt GALEN_PORT sang cổng khác.',
  },
  CONFIG_INVALID: { en: 'The settings are not valid: {problem}', vi: 'Cấu hình không hợp lệ: {problem}' },
  INTERNAL: { en: 'Something went wrong on our side.', vi: 'Đã xảy ra lỗi phía hệ thống.' },
} satisfies Sentences;
