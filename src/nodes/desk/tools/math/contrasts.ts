/**
 * Words that name different cases of one thing: a rule for one case says nothing about the other. In each group the
 * cases are lists of words, in both languages.
 */
export const CONTRASTS: readonly (readonly (readonly string[])[])[] = [
  [
    ['weekday', 'weekdays', 'working days', 'normal working day', 'normal day', 'ngày thường'],
    [
      'rest day',
      'weekend',
      'sunday',
      'sundays',
      'chủ nhật',
      'ngày nghỉ hằng tuần',
      'ngày nghỉ hàng tuần',
      'cuối tuần',
    ],
    ['public holiday', 'ngày lễ', 'ngày tết'],
    ['night', 'ban đêm'],
  ],
  [
    ['clinical', 'nhân viên y tế', 'lâm sàng', 'doctors', 'nurses', 'bác sĩ', 'điều dưỡng'],
    ['administrative', 'hành chính'],
    ['hazardous', 'độc hại'],
    ['on probation', 'nhân viên thử việc', 'đang thử việc'],
    ['permanent', 'chính thức'],
  ],
  [
    ['a day', 'per day', 'daily', 'một ngày', 'mỗi ngày', 'hằng ngày', 'hàng ngày'],
    ['a week', 'weekly', 'một tuần', 'mỗi tuần', 'hằng tuần', 'hàng tuần'],
    ['a month', 'per month', 'monthly', 'một tháng', 'mỗi tháng', 'hằng tháng', 'hàng tháng'],
    ['a quarter', 'quarterly', 'một quý', 'mỗi quý'],
    ['a year', 'per year', 'yearly', 'một năm', 'mỗi năm', 'hằng năm', 'hàng năm'],
  ],
  [
    ['car', 'cars', 'ô tô'],
    ['motorbike', 'motorbikes', 'xe máy'],
    ['bicycle', 'bicycles', 'xe đạp'],
  ],
  [
    ['staff', 'employee', 'employees', 'nhân viên'],
    ['visitor', 'visitors', 'khách'],
    ['patient', 'patients', 'người bệnh'],
    ['applicant', 'applicants', 'ứng viên'],
  ],
  [
    ['caesarean', 'sinh mổ'],
    ['normal birth', 'sinh thường'],
  ],
  [
    ['office hours', 'in hours', 'trong giờ hành chính'],
    ['out of hours', 'after hours', 'outside office hours', 'ngoài giờ hành chính'],
  ],
  [
    ['morning', 'buổi sáng', 'chuyến sáng'],
    ['afternoon', 'buổi chiều', 'chuyến chiều'],
    ['evening', 'buổi tối'],
  ],
  [
    ['doctor', 'doctors', 'bác sĩ'],
    ['nurse', 'nurses', 'điều dưỡng'],
  ],
  [
    ['colour', 'màu'],
    ['black and white', 'đen trắng'],
  ],
  [['critical', 'nghiêm trọng'], ['high'], ['medium', 'trung bình'], ['low', 'thấp']],
  [
    ['full time', 'toàn thời gian'],
    ['part time', 'bán thời gian'],
  ],
  [
    ['first', 'lần đầu'],
    ['second', 'lần thứ hai'],
  ],
];

/** Named by one statement alone they set it apart too: the other is the ordinary rule. Each in both languages. */
export const SPECIAL_CASES: readonly (readonly string[])[] = [
  ['hazardous', 'độc hại'],
  ['on probation', 'đang thử việc', 'nhân viên thử việc'],
  ['idle', 'inactive', 'không hoạt động', 'không sử dụng'],
  ['part time', 'bán thời gian'],
  ['không xác định thời hạn', 'indefinite', 'open ended'],
  ['intern', 'interns', 'thực tập sinh', 'thực tập'],
  ['contractor', 'contractors', 'nhà thầu'],
  ['at home', 'tại nhà'],
  ['other', 'others', 'trường hợp khác', 'loại khác'],
  [
    'child',
    'children',
    'wife',
    'husband',
    'spouse',
    'parents',
    'có con',
    'khi con',
    'con kết hôn',
    'vợ',
    'chồng',
    'cha',
    'mẹ',
  ],
  ['urgent', 'emergency', 'khẩn', 'khẩn cấp', 'cấp cứu'],
];
