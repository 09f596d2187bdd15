import type { Bilingual } from '../src/domain/language.ts';

export const UNSUPPORTED_MARK: Bilingual = { en: '[unsupported]', vi: '[chưa có căn cứ]' };

/** Behind a sentence whose source names more of a drug than the tables allow. */
export const DOSE_ABOVE: Bilingual = {
  en: '(Caution: above the usual adult maximum of {most} {unit} of {drug}; do not follow it without a clinician.)',
  vi: '(Cảnh báo: vượt liều tối đa thường dùng cho người lớn, {most} {unit} {drug}; không làm theo nếu chưa hỏi nhân viên y tế.)',
};

export const EMERGENCY_NOTICE: Bilingual = {
  en: 'This may be an emergency. Call {phone}, or your local emergency number, now or go to the nearest emergency department. Do not wait for this answer.',
  vi: 'Đây có thể là tình huống cấp cứu. Hãy gọi ngay {phone} (hoặc số cấp cứu nơi bạn ở) hoặc đến khoa cấp cứu gần nhất. Đừng chờ câu trả lời này.',
};

/** After a notice, where the knowledge has no advice for now: nothing else is worth reading. */
export const AFTER_NOTICE: Bilingual = {
  en: 'Please do what the notice above says first. Once help is on its way, you can write to me again.',
  vi: 'Xin hãy làm theo thông báo ở trên trước. Khi đã gọi được người giúp, bạn có thể viết tiếp cho tôi.',
};

/** In doubt, and without knowing of what kind. */
export const UNSURE_NOTICE: Bilingual = {
  en: 'What you describe may need help now. If it is happening, getting worse, or you are worried, call {phone} (or your local emergency number) or go to the nearest emergency department; do not wait for this answer.',
  vi: 'Điều bạn kể có thể cần được giúp ngay. Nếu đang xảy ra, nặng dần, hoặc bạn lo lắng, hãy gọi {phone} (hoặc số cấp cứu nơi bạn ở) hoặc đến khoa cấp cứu gần nhất; đừng chờ câu trả lời này.',
};

/** What to do first until help is there, by kind of emergency. */
export const FIRST_STEPS: Readonly<Record<string, Bilingual>> = {
  stroke: {
    en: 'Note the time when it began or when they were last well: treatment depends on it. Give nothing to eat or drink.',
    vi: 'Ghi lại giờ bắt đầu hoặc lần cuối còn bình thường: việc điều trị phụ thuộc vào đó. Không cho ăn uống gì.',
  },
  bleeding: {
    en: 'Press firmly on the wound with a clean cloth and do not let go; lay the person down.',
    vi: 'Dùng vải sạch ấn chặt lên chỗ chảy máu, không bỏ tay ra; cho người bệnh nằm xuống.',
  },
  overdose: {
    en: 'Keep the package and note what was taken, how much and when. Do not make them vomit.',
    vi: 'Giữ lại vỏ thuốc hoặc chai, ghi rõ đã uống gì, bao nhiêu và lúc nào. Không gây nôn.',
  },
  neurological: {
    en: 'If it is a seizure: do not hold them down and put nothing in the mouth; clear the space, turn them on their side and time it.',
    vi: 'Nếu đang co giật: không giữ chặt, không cho gì vào miệng; dọn chỗ xung quanh, đặt nằm nghiêng và xem giờ.',
  },
  cardiac: {
    en: 'Sit or lie down and do not walk or drive. If they stop breathing normally, begin chest compressions.',
    vi: 'Ngồi hoặc nằm yên, không đi lại hay tự lái xe. Nếu không còn thở bình thường, hãy ép tim ngay.',
  },
  unconscious: {
    en: 'If they do not breathe normally, begin chest compressions; if they do, lay them on their side.',
    vi: 'Nếu không thở bình thường, hãy ép tim ngay; nếu còn thở, đặt nằm nghiêng.',
  },
  breathing: {
    en: 'Sit upright, loosen tight clothing, and use a reliever inhaler if one was prescribed.',
    vi: 'Ngồi thẳng, nới lỏng quần áo, dùng bình xịt cắt cơn nếu đã được kê.',
  },
  airway: {
    en: 'If something is stuck and they cannot cough: give five firm blows between the shoulder blades, then abdominal thrusts (under one year chest thrusts).',
    vi: 'Nếu mắc dị vật và không ho được: vỗ mạnh 5 cái giữa hai xương bả vai, rồi ép bụng (dưới 1 tuổi thì ấn ngực).',
  },
  anaphylaxis: {
    en: 'Use an adrenaline pen at once if there is one. Lay the person flat with the legs raised, unless they cannot breathe lying down.',
    vi: 'Nếu có bút tiêm adrenaline, dùng ngay. Cho nằm phẳng, kê cao chân, trừ khi nằm không thở được.',
  },
  burns: {
    en: 'Cool the burn under running water for 20 minutes; no ice, no paste. Rinse chemicals off, also from the eyes.',
    vi: 'Xả nước mát lên chỗ bỏng 20 phút; không chườm đá, không bôi gì. Nếu là hóa chất, rửa thật nhiều nước, kể cả mắt.',
  },
  drowning: {
    en: 'If they do not breathe: give rescue breaths and chest compressions until help is there.',
    vi: 'Nếu không thở: thổi ngạt và ép tim cho đến khi có người đến giúp.',
  },
  electrocution: {
    en: 'Switch the current off before you touch the person.',
    vi: 'Ngắt điện trước khi chạm vào người bị nạn.',
  },
  bites: {
    en: 'Keep the limb still and below the heart; do not cut, suck or tie it off.',
    vi: 'Giữ yên tay chân bị cắn, để thấp hơn tim; không rạch, không hút, không buộc chặt.',
  },
  trauma: {
    en: 'Do not move the head or neck more than needed; press on what bleeds.',
    vi: 'Hạn chế cử động đầu và cổ; ấn chặt chỗ chảy máu.',
  },
  obstetric: {
    en: 'Lie on your left side, and have somebody stay with you.',
    vi: 'Nằm nghiêng bên trái và có người ở bên cạnh.',
  },
  paediatric: {
    en: 'Keep the baby warm and watch how it breathes; do not wait for the fever to pass.',
    vi: 'Giữ ấm và theo dõi nhịp thở của bé; đừng chờ bé tự hạ sốt.',
  },
  diabetic: {
    en: 'If the sugar is low and they can swallow: something sweet to drink now. Nothing by mouth if they are drowsy.',
    vi: 'Nếu đường huyết thấp và còn nuốt được: uống ngay đồ ngọt. Không cho ăn uống khi lơ mơ.',
  },
  eye: {
    en: 'Rinse chemicals out with plenty of water for 20 minutes; do not press on the eye.',
    vi: 'Nếu là hóa chất, rửa mắt bằng nhiều nước trong 20 phút; không ấn lên mắt.',
  },
  heat: {
    en: 'Move them to the shade, undress and cool them with water.',
    vi: 'Đưa vào chỗ mát, cởi bớt quần áo và làm mát bằng nước.',
  },
};

export const SUICIDE_NOTICE: Bilingual = {
  en: 'I am glad that you wrote this. You do not have to go through it alone. If a life is in danger, call {phone} now, or go to the nearest emergency department, and stay with someone you trust.{crisis}',
  vi: 'Cảm ơn bạn đã nói ra điều này. Bạn không phải chịu đựng điều này một mình. Nếu tính mạng đang nguy hiểm, hãy gọi ngay {phone} hoặc đến khoa cấp cứu gần nhất, và ở bên một người bạn tin tưởng.{crisis}',
};

export const CRISIS_LINE: Bilingual = {
  en: ' To talk to someone at any hour: {line}.',
  vi: ' Để trò chuyện với người hỗ trợ, bất kỳ giờ nào: {line}.',
};

export const QUIET_NOTICE: Bilingual = {
  en: 'Possible emergency ({category}): local emergency pathway, {phone}.',
  vi: 'Có thể là cấp cứu ({category}): theo quy trình cấp cứu tại chỗ, {phone}.',
};

/** The answer to whoever thinks of suicide, in place of anything that was searched. */
export const CRISIS_ANSWER: Bilingual = {
  en: 'What you are going through sounds very hard, and it matters that you said it. Please tell someone now: a person you trust who can stay with you, or the people under the number above. If you can, put away what you could hurt yourself with. If this is about someone else, stay with them and ask them openly whether they think of suicide; asking does not put the thought there. I cannot replace a person, but you can go on writing to me.',
  vi: 'Những gì bạn đang trải qua nghe thật nặng nề, và việc bạn nói ra là rất quan trọng. Xin hãy nói ngay với một người: một người bạn tin tưởng có thể ở bên bạn, hoặc gọi số ở trên. Nếu được, hãy cất xa những thứ có thể làm mình bị thương. Nếu đây là chuyện của người khác, hãy ở bên họ và hỏi thẳng họ có nghĩ đến cái chết không; hỏi không làm ý nghĩ đó nảy ra. Tôi không thay được một con người, nhưng bạn cứ tiếp tục viết cho tôi.',
};
