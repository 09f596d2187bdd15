import { type DeskAgent, DeskSettings } from '../../../domain/desk-agents.ts';

/** The agent that takes what no other one recognises, where it is among the configured ones. */
export const FALLBACK_AGENT = 'general';

/** Human Resources: the rules of employment. */
const HR_AGENT: DeskAgent = {
  desc: {
    en: 'attendance, lateness, pay, bonuses, leave, insurance, training and discipline of staff',
    vi: 'chấm công, đi muộn, tiền lương, thưởng, nghỉ phép, bảo hiểm, đào tạo và kỷ luật của nhân viên',
  },
  domains: ['hr_policies'],
  words: {
    en: words(`
      late, late arrival, lateness, being late, punctual, leave early, attendance, clock in, clock out,
      timesheet, working hours, shift, staff survey, morning shift, night shift, shift swap, swap shifts, on
      call, on-call, overtime, night work, night duty, time off, annual leave, leave, sick leave, unpaid
      leave, parental leave, maternity, paternity, day off, days off, holiday entitlement, carry over, salary,
      pay, paid, pay day, payday, payslip, wage, daily rate, hourly rate, grade, pay grade, raise, promotion,
      allowance, bonus, referral, insurance, social insurance, pension, tax, probation, recruitment,
      applicant, job, contract, resign, resignation, quit, notice period, training, training budget,
      compulsory, mandatory, course, kpi, performance, performance rating, rating, appraisal, discipline,
      disciplined, disciplinary, reprimand, warning, sanction, grievance, harassment, complaint against,
      supervisor, uniform, dress, dress code, wear, work from home, remote work, working remotely, work
      remotely, business travel, travel, travel expense, travel allowance, hotel, employee, human resources,
      hr, colleague`),
    vi: words(`
      đi muộn, đi trễ, muộn, về sớm, chấm công, bảng công, giờ làm việc, ca trực, ca sáng, ca chiều, ca đêm,
      ca làm, đổi ca, trực, phiên trực, làm thêm, làm thêm giờ, tăng ca, làm đêm, nghỉ bù, nghỉ phép, phép
      năm, ngày phép, phép, nghỉ ốm, bị ốm, nghỉ không lương, nghỉ việc riêng, kết hôn, thai sản, sinh con,
      sinh mổ, vợ, nghỉ việc, thôi việc, lương, tiền lương, kỳ lương, phiếu lương, bậc lương, nâng lương, nâng
      bậc, tạm ứng lương, phụ cấp, thưởng, thưởng tết, bảo hiểm, thuế, thử việc, tuyển dụng, ứng viên, hợp
      đồng, đào tạo, đào tạo liên tục, khóa học, bắt buộc học, kpi, xếp loại, đánh giá hiệu suất, hiệu suất,
      kỷ luật, khiển trách, sa thải, xử lý kỷ luật, khiếu nại, quấy rối, đồng phục, trang phục, mặc, làm việc
      từ xa, làm từ xa, làm ở nhà, công tác phí, công tác, nhân sự, thâm niên, chuyển khoa, kinh phí đào tạo,
      giờ học`),
  },
  tools: ['rag_tool', 'summary_tool', 'math_tool'],
  collections: ['desk'],
  departments: ['hr'],
  scope_order: ['private', 'internal', 'public'],
  timeout_ms: null,
};

/** Information technology: accounts, devices, incidents and logs. */
const IT_AGENT: DeskAgent = {
  desc: {
    en: 'accounts and passwords, devices, software, networks, security incidents and system logs',
    vi: 'tài khoản và mật khẩu, thiết bị, phần mềm, mạng, sự cố bảo mật và nhật ký hệ thống',
  },
  domains: ['it_security'],
  words: {
    en: words(`
      password, account, unlock, locked, log in, login, logins, sign in, wrong attempt, two-factor, two
      factor, authentication, vpn, wi-fi, wifi, network, internet, email, mailbox, attachment, phishing,
      suspicious link, spam, virus, malware, infected, ransomware, security incident, security course,
      information security, incident, severity, breach, data leak, hack, laptop, computer, phone, tablet, lost
      device, stolen, wipe, usb, removable media, printer, print, software, access right, access request,
      access rights, administrator, admin account, backup, restore, patch, patches, vulnerability, firewall,
      server, log, system log, server log, logs, ai tool, chatgpt, electronic record, emr, downtime, help
      desk, screen lock, encryption, encrypted, database, it department, cloud, file share, deleted file, lost
      file`),
    vi: words(`
      mật khẩu, tài khoản, mở khóa, đăng nhập, xác thực, xác thực hai lớp, vpn, wi-fi, wifi, wi fi, mạng,
      internet, thư điện tử, email, gmail, hộp thư, đính kèm, thư đính kèm, thư lạ, thư lừa đảo, lừa đảo,
      đường dẫn, vi-rút, vi rút, virus, mã độc, nhiễm vi-rút, sự cố, sự cố mức, an toàn thông tin, bảo mật, lộ
      dữ liệu, dữ liệu, máy tính, máy tính xách tay, laptop, máy in, bản in, in ấn, in màu, trang in, điện
      thoại bệnh viện, thiết bị, mất máy, usb, phần mềm, quyền truy cập, cấp quyền, truy cập, quản trị, sao
      lưu, khôi phục, bản vá, tường lửa, máy chủ, nhật ký, log, công cụ ai, chatgpt, bệnh án điện tử, hệ thống
      ngừng, bị treo, bảo trì, bàn trợ giúp, công nghệ thông tin, mã hóa, màn hình`),
  },
  tools: ['rag_tool', 'log_tool', 'math_tool'],
  collections: ['desk'],
  departments: ['it'],
  scope_order: ['private', 'internal', 'public'],
  timeout_ms: null,
};

/** Everything about the hospital that no department owns. */
const GENERAL_AGENT: DeskAgent = {
  desc: {
    en: 'the hospital as a whole: values, buildings, visitors, parking, canteen, safety, and what belongs to no department',
    vi: 'tổng quát về bệnh viện: giá trị, cơ sở, khách, gửi xe, nhà ăn, an toàn, và những gì không thuộc phòng nào',
  },
  domains: ['general_knowledge'],
  words: {
    en: words(`
      core value, core values, value of, which value, mission, vision, history of the hospital, founded,
      parking, car park, park, motorbike, canteen, meal, lunch, menu, library, late fee, borrow, book a,
      books, meeting room, main hall, hall, booking, visiting, visiting hours, visitor, visitors, visit, fire,
      fire drill, extinguisher, evacuation, assembly point, hand hygiene, handrub, hands, infection control,
      mask, gloves, sharps, sharps box, needle, waste, smoking, gift, gifts, lost property, found item,
      belongings, telephone, extension, phone number, reception, badge, staff card, shuttle, bus, press,
      journalist, media, social media, photo, photograph, address, opening hours, emergency number, newcomer,
      first day`),
    vi: words(`
      giá trị cốt lõi, giá trị, trái với giá trị, sứ mệnh, tầm nhìn, lịch sử, thành lập, giường bệnh, gửi xe,
      ô tô, xe máy, bãi xe, vé xe, nhà ăn, suất ăn, căng tin, thư viện, mượn sách, phòng họp, hội trường, giờ
      thăm, thăm bệnh, người thăm, khách, cháy, báo cháy, chữa cháy, bình chữa cháy, tập kết, thang máy, vệ
      sinh tay, chà tay, rửa tay, cồn, nhiễm khuẩn, khẩu trang, găng, vật sắc nhọn, kim tiêm, rác, hút thuốc,
      quà, phong bì, nhận tiền, đồ thất lạc, nhặt được, danh bạ, máy lẻ, số máy, số điện thoại, lễ tân, thẻ
      nhân viên, mất thẻ, xe buýt, đưa đón, tuyến, báo chí, phát ngôn, mạng xã hội, chụp ảnh, đăng ảnh,
      facebook, ngừng tuần hoàn, người mới, ngày truyền thống, biểu tượng`),
  },
  // What the newcomers' handbook and the general pages sum up of other departments' rules.
  also_on: {
    en: words(`
      late for work, lateness, annual leave, dress, uniform, incident, usb, remote work, working from home,
      course`),
    vi: words(`
      đi muộn, đi trễ, đi làm trễ, nghỉ phép năm, phép năm, trang phục, đồng phục, sự cố, usb, từ xa, người
      mới`),
  },
  tools: ['rag_tool', 'math_tool'],
  collections: ['desk'],
  departments: ['general'],
  // A page for everyone is not less true than an internal one here.
  scope_order: [],
  timeout_ms: null,
};

/** The desk as it ships: three departments of a fictional hospital. */
export const DEFAULT_DESK_SETTINGS: DeskSettings = DeskSettings.parse({
  agents: { hr: HR_AGENT, it: IT_AGENT, general: GENERAL_AGENT },
});

/** The words by which an agent recognises a question. */
function words(list: string): string[] {
  return list.split(',').map((word) => word.trim().replace(/\s+/gu, ' '));
}
