import type { Bilingual, Sentences } from '../src/domain/language.ts';

export const NO_VISION_MODEL: Bilingual = {
  en: 'No vision model is configured (GALEN_VISION_MODEL), so the image was not looked at.',
  vi: 'Chưa cấu hình mô hình thị giác (GALEN_VISION_MODEL) nên ảnh chưa được xem.',
};

export const DICOM_NOT_READ: Bilingual = {
  en: 'DICOM files are not read here: they carry the patient’s name. Send the image alone, as PNG or JPEG.',
  vi: 'Không đọc tệp DICOM ở đây vì có tên bệnh nhân. Hãy gửi riêng ảnh dạng PNG hoặc JPEG.',
};

export const NOT_AN_IMAGE: Bilingual = {
  en: 'The file is not a PNG, JPEG, WebP or GIF image, so it was not looked at.',
  vi: 'Tệp không phải ảnh PNG, JPEG, WebP hoặc GIF nên chưa được xem.',
};

export const VISION_MODEL_FAILED: Bilingual = {
  en: 'The vision model did not answer, so the image was not looked at.',
  vi: 'Mô hình thị giác không trả lời nên ảnh chưa được xem.',
};

export const IMAGE_CAUTION: Bilingual = {
  en: 'A model’s impression of the image, not a report: a person qualified to read it has to.',
  vi: 'Đây là nhận xét của mô hình, không phải kết quả đọc phim: cần người có chuyên môn đọc.',
};

export const NONE_IN_TABLES: Bilingual = {
  en: 'The drug tables of Galen name no interaction between these drugs; that is not proof that there is none.',
  vi: 'Bảng thuốc của Galen không nêu tương tác giữa các thuốc này; điều đó không chứng minh là không có tương tác.',
};

export const NO_SUCH_TOOL: Bilingual = { en: 'There is no such tool.', vi: 'Không có công cụ này.' };

export const TOOL_NOT_ALLOWED: Bilingual = {
  en: 'You may not use this tool.',
  vi: 'Bạn không được phép dùng công cụ này.',
};

export const BAD_ARGUMENTS: Bilingual = {
  en: 'The tool cannot be used with these arguments.',
  vi: 'Không thể dùng công cụ với các tham số này.',
};

export const TOOL_FAILED: Bilingual = {
  en: 'The tool failed. Nothing was checked; this does not mean that nothing was found.',
  vi: 'Công cụ gặp lỗi. Chưa kiểm tra được gì; điều này không có nghĩa là không tìm thấy.',
};

export const PAIR_VERDICTS = {
  described: { en: 'an interaction is described', vi: 'có mô tả tương tác' },
  'described-as-none': {
    en: 'the labels mention the pair only to say that no relevant effect was seen',
    vi: 'nhãn chỉ nhắc đến để nói không thấy ảnh hưởng đáng kể',
  },
  'not-described': {
    en: 'neither label mentions the other; that is not proof that they do not interact',
    vi: 'không nhãn nào nhắc đến thuốc kia; điều đó không chứng minh là không có tương tác',
  },
  'partly-checked': {
    en: 'only one of the two labels could be read, and it does not mention the other: not fully checked',
    vi: 'chỉ đọc được một trong hai nhãn và nhãn đó không nhắc đến thuốc kia: chưa kiểm tra đầy đủ',
  },
  'not-checked': {
    en: 'no label could be read: not checked',
    vi: 'không đọc được nhãn nào: chưa kiểm tra',
  },
} satisfies Sentences;

export const DRUG_TABLES_NAME: Bilingual = {
  en: 'drug safety tables of Galen',
  vi: 'bảng an toàn thuốc của Galen',
};

export const TAKEN_AFTER: Bilingual = { en: 'After', vi: 'Theo' };

export const TOPIC_NAMES = {
  boxed_warning: { en: 'boxed warning', vi: 'cảnh báo đóng khung' },
  contraindications: { en: 'contraindications', vi: 'chống chỉ định' },
  warnings: { en: 'warnings', vi: 'cảnh báo' },
  interactions: { en: 'interactions', vi: 'tương tác' },
  pregnancy: { en: 'pregnancy and breast-feeding', vi: 'thai kỳ và cho con bú' },
} satisfies Sentences;

export function reportsTitle(drug: string): Bilingual {
  return {
    en: `Adverse events reported with ${drug} (FDA)`,
    vi: `Biến cố bất lợi được báo cáo với ${drug} (FDA)`,
  };
}

/** One sentence, so that no part of it is quoted without the other. */
export function reportsOf(drug: string, counts: string): Bilingual {
  return {
    en: `Reported most often to the FDA with ${drug}, by number of reports: ${counts}; these are reports, which anyone may send and nobody has to prove, and neither how often a reaction happens nor that the drug caused it.`,
    vi: `Được báo cáo nhiều nhất cho FDA với ${drug}, theo số báo cáo: ${counts}; đây là các báo cáo ai cũng có thể gửi và không cần chứng minh, không cho biết phản ứng xảy ra thường đến đâu hay có phải do thuốc gây ra.`,
  };
}

export function noReportsOf(drug: string): Bilingual {
  return {
    en: `openFDA has no report of an adverse event with "${drug}". That does not mean that there is none.`,
    vi: `openFDA không có báo cáo biến cố bất lợi nào với "${drug}". Điều đó không có nghĩa là không có.`,
  };
}

export const UNAVAILABLE_REASONS = {
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
} satisfies Sentences;

export const TOOL_ANSWERED_NOTHING: Bilingual = {
  en: 'The tool answered with nothing.',
  vi: 'Công cụ không trả về gì.',
};

export const TOOL_ANSWERED: Bilingual = { en: 'The tool answered.', vi: 'Công cụ đã trả lời.' };

export const REMOTE_TOOL_FAILED: Bilingual = {
  en: 'The tool did not answer as it should. Nothing was checked; this does not mean that nothing was found.',
  vi: 'Công cụ không trả lời đúng. Chưa kiểm tra được gì; điều này không có nghĩa là không tìm thấy.',
};

export const NAMES_A_PERSON: Bilingual = {
  en: 'The words to be sent seem to name a person, so they were not sent.',
  vi: 'Nội dung gửi đi có vẻ nêu danh tính một người nên đã không được gửi.',
};

export const ANALYZE_IMAGE_ABOUT: Bilingual = {
  en: 'What a vision model sees in a medical image. For clinicians; not a report, and never a source.',
  vi: 'Mô hình thị giác thấy gì trong ảnh y khoa. Dành cho nhân viên y tế điều trị; không phải kết quả đọc phim.',
};

export const ADD_ALLERGY_ABOUT: Bilingual = {
  en: 'Proposes to record an allergy or intolerance in a patient’s chart; a clinician approves it.',
  vi: 'Đề xuất ghi nhận dị ứng hoặc không dung nạp vào hồ sơ bệnh nhân; nhân viên y tế phê duyệt.',
};

export const CHANGE_ABOUT: Bilingual = {
  en: 'Propose to stop, hold or resume a medicine that a patient has, or to change its dose, frequency, route or duration. Nothing is written: a clinician decides.',
  vi: 'Đề xuất ngừng, tạm ngừng hoặc dùng lại một thuốc bệnh nhân đang có, hoặc đổi liều, số lần dùng, đường dùng hay thời gian dùng. Không ghi gì: bác sĩ quyết định.',
};

export const PRESCRIBE_ABOUT: Bilingual = {
  en: 'Proposes a prescription for a patient; it is checked for safety and a clinician approves it.',
  vi: 'Đề xuất đơn thuốc cho bệnh nhân; được kiểm tra an toàn và nhân viên y tế phê duyệt.',
};

export const SAVE_NOTE_ABOUT: Bilingual = {
  en: 'Proposes a note for a patient’s chart; a clinician approves it.',
  vi: 'Đề xuất ghi chú vào hồ sơ bệnh nhân; nhân viên y tế phê duyệt.',
};

export const PROPOSED_NOT_DONE: Bilingual = {
  en: 'Proposed, not done: a clinician has to approve it.',
  vi: 'Mới đề xuất, chưa thực hiện: cần nhân viên y tế điều trị phê duyệt.',
};

export const CHECK_INTERACTIONS_ABOUT: Bilingual = {
  en: 'Whether Galen’s drug tables or the US (FDA) labels of two or more drugs describe an interaction between them, with the sentences that do.',
  vi: 'Bảng thuốc của Galen hoặc nhãn thuốc Hoa Kỳ (FDA) của hai thuốc trở lên có mô tả tương tác giữa chúng hay không, kèm câu trích.',
};

export const CHECK_SAFETY_ABOUT: Bilingual = {
  en: 'Boxed warning, contraindications, warnings, interactions and pregnancy advice of one drug, quoted from Galen’s drug tables and its US (FDA) label, and the adverse events most often reported with it.',
  vi: 'Cảnh báo đóng khung, chống chỉ định, thận trọng, tương tác và lời khuyên thai kỳ của một thuốc, trích từ bảng thuốc của Galen và nhãn thuốc Hoa Kỳ (FDA), cùng các biến cố bất lợi được báo cáo nhiều nhất.',
};

export function quotedFromTables(hasNoLabel: boolean, drug: string): Bilingual {
  return {
    en: `Quoted from the drug tables of Galen, which are not complete.${hasNoLabel ? ` openFDA has no label for "${drug}".` : ''}`,
    vi: `Trích từ bảng thuốc của Galen, vốn không đầy đủ.${hasNoLabel ? ` openFDA không có nhãn của "${drug}".` : ''}`,
  };
}

export function noLabelOf(drug: string): Bilingual {
  return {
    en: `openFDA has no label for "${drug}". Its safety was not checked; that no label was found does not mean that the drug is safe.`,
    vi: `openFDA không có nhãn của "${drug}". Chưa kiểm tra được độ an toàn; không tìm thấy nhãn không có nghĩa là thuốc an toàn.`,
  };
}

export const FIND_TRIALS_ABOUT: Bilingual = {
  en: 'Trials registered at ClinicalTrials.gov by condition, intervention and place; those recruiting unless said otherwise.',
  vi: 'Thử nghiệm lâm sàng đăng ký tại ClinicalTrials.gov theo bệnh, can thiệp và nơi chốn; mặc định là đang tuyển người.',
};

export function trialsMatch(count: number, shown: number): Bilingual {
  return {
    en: `${count} trials match at ClinicalTrials.gov; ${shown} are shown. Whether a patient is eligible is for the trial's own team to say.`,
    vi: `${count} thử nghiệm phù hợp tại ClinicalTrials.gov; hiển thị ${shown}. Việc bệnh nhân có đủ điều kiện hay không do nhóm nghiên cứu quyết định.`,
  };
}

export const NO_TRIAL_MATCHES: Bilingual = {
  en: 'ClinicalTrials.gov was asked and has no trial that matches. Other registries were not asked.',
  vi: 'Đã hỏi ClinicalTrials.gov và không có thử nghiệm phù hợp. Chưa hỏi các sổ đăng ký khác.',
};

export const FIND_PATIENT_ABOUT: Bilingual = {
  en: 'Patients of this hospital by name, record number or date of birth. For clinicians.',
  vi: 'Tìm bệnh nhân của bệnh viện theo tên, số hồ sơ hoặc ngày sinh. Dành cho nhân viên y tế điều trị.',
};

export const NO_PATIENT_MATCHES: Bilingual = { en: 'No patient matches.', vi: 'Không có bệnh nhân phù hợp.' };

export function patientsMatch(count: number): Bilingual {
  return {
    en: count === 1 ? 'One patient matches.' : `${count} patients match: ask which one is meant.`,
    vi: count === 1 ? 'Có một bệnh nhân phù hợp.' : `${count} bệnh nhân phù hợp: hãy hỏi là ai.`,
  };
}

export const READ_CHART_ABOUT: Bilingual = {
  en: 'The chart of one patient: conditions, allergies, medication, recent results and notes. For clinicians.',
  vi: 'Hồ sơ của một bệnh nhân: bệnh, dị ứng, thuốc, kết quả gần đây và ghi chú. Dành cho nhân viên y tế điều trị.',
};

export const NO_PATIENT_HERE: Bilingual = {
  en: 'There is no such patient here.',
  vi: 'Không có bệnh nhân này ở đây.',
};

export function chartRead(rest: string): Bilingual {
  return {
    en: `The chart was read.${rest === '' ? '' : ` ${rest}.`}`,
    vi: `Đã đọc hồ sơ.${rest === '' ? '' : ` ${rest}.`}`,
  };
}

export const NO_CHART_CONNECTED: Bilingual = {
  en: 'No chart is connected here. Nothing was looked up; this does not mean that nothing is recorded.',
  vi: 'Chưa kết nối hồ sơ bệnh án. Chưa tra cứu gì; điều này không có nghĩa là không có ghi nhận.',
};

export const SEARCH_LITERATURE_ABOUT: Bilingual = {
  en: 'Published articles on a medical question (Europe PMC, then PubMed), with abstracts to quote and the kind of evidence each is.',
  vi: 'Bài báo y khoa về một câu hỏi (Europe PMC, sau đó PubMed), kèm tóm tắt để trích dẫn và mức bằng chứng.',
};

export function articlesMatch(service: string, total: number | null, shown: number): Bilingual {
  return {
    en: `${service} has ${total ?? 'some'} articles that match; ${shown} are shown, abstracts only.`,
    vi: `${service} có ${total ?? 'một số'} bài phù hợp; hiển thị ${shown} bài, chỉ có tóm tắt.`,
  };
}

export function noArticleMatches(service: string): Bilingual {
  return {
    en: `${service} was searched and has no article that matches these words. Other words may find some.`,
    vi: `Đã tìm trên ${service} và không có bài phù hợp với các từ này. Từ khác có thể cho kết quả.`,
  };
}

export const RETRIEVE_INFO_ABOUT: Bilingual = {
  en: 'Passages of the hospital’s own knowledge base on a question, ready to be quoted.',
  vi: 'Các đoạn trong cơ sở tri thức của bệnh viện về một câu hỏi, có thể trích dẫn.',
};

export const NOTHING_IN_KNOWLEDGE: Bilingual = {
  en: 'The knowledge base was searched and holds nothing on this.',
  vi: 'Đã tìm trong cơ sở tri thức và không có nội dung về điều này.',
};

export const GET_GUIDELINE_ABOUT: Bilingual = {
  en: 'Passages of clinical guidelines in the hospital’s own knowledge base, ready to be quoted.',
  vi: 'Các đoạn hướng dẫn lâm sàng trong cơ sở tri thức của bệnh viện, có thể trích dẫn.',
};

export const NO_GUIDELINE_IN_KNOWLEDGE: Bilingual = {
  en: 'The knowledge base was searched and holds no guideline on this. There may be one elsewhere.',
  vi: 'Đã tìm trong cơ sở tri thức và không có hướng dẫn về điều này. Có thể có ở nơi khác.',
};

export function passagesFound(count: number): Bilingual {
  return {
    en: `${count} passages of the knowledge base speak of it.`,
    vi: `${count} đoạn trong cơ sở tri thức nói về điều này.`,
  };
}

export function serviceUnavailable(service: string, reason: Bilingual): Bilingual {
  return {
    en: `${service} is unavailable: ${reason.en}. Nothing was checked; this does not mean that nothing was found.`,
    vi: `${service} không dùng được: ${reason.vi}. Chưa kiểm tra được gì; điều này không có nghĩa là không tìm thấy.`,
  };
}

export function serviceUnread(service: string, reason: Bilingual): Bilingual {
  return {
    en: `What ${service} says was not read: ${reason.en}.`,
    vi: `Chưa đọc được nội dung của ${service}: ${reason.vi}.`,
  };
}

/** `missing`: the sections that the label lacks, empty where it has them all. */
export function quotedFromLabel(label: string, missing: Bilingual): Bilingual {
  const quoted = {
    en: `Quoted from the US label of ${label}.`,
    vi: `Trích từ nhãn thuốc Hoa Kỳ của ${label}.`,
  };
  if (missing.en === '') return quoted;
  return {
    en: `${quoted.en} The label has no section on: ${missing.en}. That is not proof that there is no risk.`,
    vi: `${quoted.vi} Nhãn không có mục: ${missing.vi}. Điều đó không chứng minh là không có nguy cơ.`,
  };
}

export function otherPairs(count: number): Bilingual {
  return { en: `${count} other pairs`, vi: `${count} cặp thuốc khác` };
}
