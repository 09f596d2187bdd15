import type { Language } from '../../../domain/language.ts';
import type { Expansion } from '../../../domain/passage.ts';

/** How people say it at work, and how house rules do: what is left of the bar is said, what is right of it is written. */
const SAID_AND_WRITTEN: Readonly<Record<Language, string>> = {
  en: `boss, supervisor, line manager | manager, head
    holiday, vacation, time off, day off | leave
    sick note, doctor's note | medical certificate
    trial period | probation
    quit, hand in my notice, resign | resignation, notice
    pay rise, move up, promoted | grade
    wage, wages, pay packet | salary
    payday | salary paid
    advance | salary advance
    get married, wedding, marry | marriage
    give birth, having a baby, expecting | childbirth, maternity
    passed away, died, funeral | bereavement, death
    bring in, recommend, recommended, referral | refers
    colleague, friend | candidate
    trip, work trip, official trip | business travel
    drove, driving, mileage | vehicle
    refund, refunded, pay back, get back | reimburse
    speeding ticket, parking ticket | traffic fines
    complaint, complain | grievance
    told off, warning | reprimand
    clock, punch in | clocking
    pc, machine, laptop | computer
    memory stick, thumb drive, flash drive, pen drive | USB
    mail, mails | email
    dodgy, bad link, suspicious | phishing
    virus, malware, infected, hacked | incident
    chatgpt, chatbot, copilot | AI tools
    wireless, internet | wifi
    crash, crashes, outage, went down | failure, downtime
    patient record, medical record | electronic record
    waiver, exemption | exception
    ring, phone, dial | call
    number, phone number | extension
    stolen, theft | lost
    left behind, forgot | lost property
    reservation, reserve, booked | booking
    car, bike, cars | vehicle
    park | parking
    guest, relative, family, aunt, uncle, brother, sister, grandma | visitor
    come and see, visit | visiting
    lunch, food, dinner | meal
    needle bin, sharps bin | sharps container
    rubbish, trash, bin | waste
    envelope, present, tip | gift
    reporter, journalist, newspaper | press
    course, class | training
    swap, trade | exchange
    time in lieu | compensatory
    look over, inspected | checked`,
  vi: `cưới, lấy vợ, lấy chồng, đám cưới | kết hôn
    mất cha, mất mẹ, tang | mất, tang
    mổ bắt con, mổ đẻ, đẻ mổ | sinh mổ
    đẻ, sinh em bé | sinh con
    hôm, bữa | ngày
    tiếng, tiếng đồng hồ | giờ
    bệnh nhân | người bệnh
    viện, viện mình | bệnh viện
    xin nghỉ hẳn, nghỉ việc, xin thôi | thôi việc
    vô thời hạn | không xác định thời hạn
    nói trước, báo sớm | báo trước
    nộp đơn, làm đơn, viết đơn | đơn xin
    quẹt thẻ, quẹt vân tay, bấm vân tay, chấm vân tay | chấm công
    trúng, rơi vào | trùng
    ứng lương, ứng tiền | tạm ứng
    kịch trần, nhiều nhất, kịch mức | tối đa
    tiền công, công xá | lương
    trực đêm, trực gác | trực
    trễ, đi trễ | muộn, đi muộn
    cấp trên, sếp | trưởng khoa, quản lý
    phong bì, biếu, dúi | tiền mặt, quà
    nhà báo, phóng viên | báo chí
    ngưng tim, ngừng tim, bất tỉnh | cấp cứu, ngừng tuần hoàn
    kim chọc, kim đâm, bị kim | phơi nhiễm, vật sắc nhọn
    dính máu, bông băng | lây nhiễm
    vứt, quăng | bỏ
    rác | chất thải
    rơi thẻ, rớt thẻ, thất lạc thẻ | mất thẻ
    cơm, đặt cơm, suất cơm | suất ăn
    cà phê, nước uống, quầy nước | đồ uống, giải khát
    xe đưa đón, xe tuyến | xe buýt
    để xe | gửi xe
    xe hơi | ô tô
    cháu, con nít, trẻ con | trẻ em
    thăm ông, thăm bà, vào thăm, người nhà | thăm bệnh
    hồi âm, phản hồi | trả lời
    phàn nàn | góp ý, khiếu nại
    ra đời, khai trương | thành lập
    chuông cháy, báo cháy | cháy
    chạy ra | tập trung
    mật mã, pass | mật khẩu
    gõ sai, bấm sai | nhập sai
    đứng máy, treo máy, sập, lỗi mạng | ngừng, sự cố
    viết tay, ghi tay | giấy
    mạng không dây, wi-fi | wifi, mạng
    máy thở, monitor | thiết bị y tế
    máy tính xách tay | laptop
    ổ usb, ổ cứng rời | usb
    thư điện tử, mail | email, thư
    bằng cấp | chứng chỉ, đào tạo
    hoán ca | đổi ca
    nghỉ lễ | ngày lễ
    xoá | xóa`,
};

const EXPANSIONS: Readonly<Record<Language, readonly Expansion[]>> = {
  en: read(SAID_AND_WRITTEN.en),
  vi: read(SAID_AND_WRITTEN.vi),
};

/** Other words for what a query says, as house rules put it. */
export function everydayWords(query: string, language: Language): Expansion[] {
  const text = ` ${(query.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).join(' ')} `;
  return EXPANSIONS[language].filter(({ phrase }) => text.includes(` ${phrase} `));
}

function read(table: string): Expansion[] {
  return table.split('\n').flatMap((line) => {
    const [said = '', written = ''] = line.split('|').map((side) => side.trim());
    const alternatives = written.split(', ');
    return said.split(', ').map((phrase) => ({ phrase, alternatives }));
  });
}
