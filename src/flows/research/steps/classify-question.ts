import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import type { RunContext } from '../../../domain/run-context.ts';
import { Message } from '../../../domain/run-record.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Fence, Gateway, Prompt } from '../../../llm/gateway.port.ts';
import { withinCalls } from '../../shared/ask-unless-certain.ts';
import { resolveFollowUp } from '../../shared/resolve-follow-up.ts';
import { CALLS, QuestionType, researchStep } from '../sub-query.ts';

/** What a question is after stands in its beginning; a letter is not read to its end for it. */
const MAX_READ = 1_000;

/** What asks for one thing and says so in few words; a second part, or a choice, may hide in what is longer. */
const PLAIN =
  /^(?:what (?:is|are|causes?|does)|define|who (?:should|can|is)|is it|how (?:common|many|much|long)|can i|dose of)\b|(?<!\p{L})(?:là gì|bao nhiêu|la gi|bao nhieu|nguyên nhân|có được)(?!\p{L})/iu;

const MAX_PLAIN_WORDS = 14;

const JOINED = /[,;:]|\b(?:or|and|than)\b|(?<!\p{L})(?:hay|hoặc|và|hơn|hoac|hon)(?!\p{L})/iu;

const classifyQuestionTask = defineTask({
  name: 'classify-question',
  model: 'fast',
  input: z.object({ question: z.string(), language: Language, about_a_person: z.boolean() }),
  output: z.object({ type: QuestionType }),
  prompt: classifyQuestionPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 50,
  timeoutMs: 5_000,
  /** Answers when no model can: surface cues of comparison, sequence and time. */
  twin: ({ question, language }) => ({ type: typeFromCues(question, language).type }),
});

/** Finds out what kind of question it is; where its words leave no doubt, no model is asked. */
export function classifyQuestion({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'classify',
    reads: z.object({
      question: z.string(),
      language: Language,
      about_a_person: z.boolean(),
      history: z.array(Message),
    }),
    outcomes: ['classified'],

    async run({ history, ...asked }, context) {
      const input = { ...asked, question: resolveFollowUp(asked.question, history).question };
      const type = await typeOf(input, context);
      const steps = [researchStep(context, 'classify', { type })];
      const writes = {
        search_query: input.question,
        question_type: type,
        route: type,
        research_steps: steps,
      };
      return { outcome: 'classified' as const, writes };
    },
  });

  async function typeOf(
    input: { question: string; language: Language; about_a_person: boolean },
    context: RunContext,
  ): Promise<QuestionType> {
    const { emit, signal } = context;
    try {
      const byCues = typeFromCues(input.question, input.language);
      if (byCues.certain) {
        emit({ type: 'note', data: { topic: 'twin-certain', task: classifyQuestionTask.name } });
        return byCues.type;
      }
      const { output } = await gateway.run(classifyQuestionTask, input, withinCalls(context, CALLS.classify));
      return output.type;
    } catch (error) {
      signal.throwIfAborted();
      emit({ type: 'note', data: { topic: 'classify-failed', reason: nameOf(error) } });
      return 'SIMPLE';
    }
  }
}

/** Never the message, which may hold what was asked. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

function classifyQuestionPrompt(input: { question: string }, fence: Fence): Prompt {
  return {
    system: [
      'You sort medical questions by what answering them takes. type is one of:',
      'SIMPLE: one fact or one subject.',
      'COMPARATIVE: two or more things weighed against each other.',
      'MULTI_STEP: a procedure, or parts to be answered one after another.',
      'TEMPORAL: what changed over time, or guidance of different years.',
    ].join('\n'),
    user: fence('question', input.question),
  };
}

const YEAR = '(?:19|20)\\d\\d';

/** What guidance is called, and what becomes of it. */
const GUIDANCE =
  '(?:guid(?:eline|ance)|recommendation|advice|definition|criteri|threshold|standard|consensus|practice)';

const CHANGED =
  '(?:chang|revis|updat|supersed|replac|lower|rais|drop|withdraw|amend|rewrit|add|mov|evolv|shift|abandon|tighten|relax)(?:e?d|es?|en|ing|s)?';

const SURE_EN: readonly [TypeCue['type'], string][] = [
  [
    'TEMPORAL',
    [
      `${YEAR}\\b[^?]{0,60}\\b(?:to|and|versus|vs\\.?|with|until|from|by)\\b[^?]{0,40}\\b${YEAR}`,
      `\\b(?:since|after|before|until|prior to|up to)(?: the)? ${YEAR}`,
      `\\b(?:has|have|had|did|was|were)\\b[^,.;?]{0,90}\\b${CHANGED}\\b`,
      `\\bwhat(?:'s| is| has| have)?(?: been)? (?:changed|new|added|updated|revised)\\b`,
      `\\b(?:recent|latest|newest|major|key) (?:changes|updates?|revisions?|version)\\b`,
      `\\b(?:history|evolution) of\\b|\\btrends? (?:in|of)\\b|\\bover (?:time|the (?:last|past|years|decades))|\\bthrough the (?:years|decades)`,
      `\\b(?:the )?(?:19|20)\\d0s\\b`,
      `\\bover the (?:last|past|recent)\\b|\\bin recent years\\b|\\b(?:years|decades) ago\\b|\\bhistorically\\b|\\bwhen (?:did|was|were)\\b[^?]{0,80}\\b(?:introduc|approv|start|begin|chang|recommend|replac|stop|mov|becom|ban)`,
      `\\b(?:previous|earlier|new|last|current|old) (?:edition|version|classification)s?\\b|\\b(?:edition|version) of ${YEAR}|\\bhow (?:has|have|did)\\b`,
      `\\bout of date\\b|\\boutdated\\b|\\bobsolete\\b|\\bno longer recommended\\b|\\bstill (?:recommend|advis|valid|current|the (?:standard|first)|first|considered|prefer|indicated)`,
      `\\b(?:as opposed to|than|and|versus) (?:now|today|nowadays|in the past)\\b|\\btoday's\\b`,
      `\\b(?:older?|earlier|previous|former)\\b[^?]{0,40}\\b${GUIDANCE}\\w*\\b[^?]{0,60}\\b(?:new|newer|current|today|now|latest)`,
      `\\b(?:new|newer|current|latest)\\b[^?]{0,40}\\b${GUIDANCE}\\w*\\b[^?]{0,60}\\b(?:old|older|earlier|previous|former)`,
    ].join('|'),
  ],
  [
    'MULTI_STEP',
    [
      '\\bstep[- ]by[- ]step\\b|\\bsteps\\b|\\bstepwise\\b|\\btake me through\\b|\\binstructions (?:for|on|to)\\b|\\bwalk me through\\b|\\btalk me through\\b',
      '\\b(?:procedure|protocol|pathway|algorithm|sequence|workflow|checklist|flow ?chart|process|action plan|plan|order) (?:for|of|to|when|in)\\b',
      '\\b(?:from )?start to finish\\b|\\bfrom (?:diagnosis|admission|assessment|screening|preparation) to\\b',
      '\\bone (?:thing|step) (?:after|at)\\b|\\bin (?:what|which|the right) order\\b|\\bwhat (?:should|do|must) (?:i|we|you) do (?:first|next)\\b|\\bbefore, during and after\\b|\\bwhat comes next\\b',
      '\\bfirst\\b[^?]{0,120}\\bthen\\b|,? and then\\b|[,;] then\\b|\\bfollowed by\\b|\\bafter (?:that|which)\\b|\\bafterwards\\b',
    ].join('|'),
  ],
  [
    'COMPARATIVE',
    [
      '\\bcompar(?:e|ed|ing|ison|isons)\\b|\\bcontrast(?:ing)? (?:the|with|between)\\b|(?<!-)\\b(?:versus|vs)\\b\\.?(?!-| host)',
      '\\bdistinguish(?:es|ed|ing)?\\b|\\bhead[- ]to[- ]head\\b|\\bpros and cons of\\b[^?]{1,60}\\b(?:and|or|over)\\b|\\boutperforms?\\b|\\bdifferentiat\\w+\\b|\\btell [^?]{1,40} from\\b|\\brelative to\\b|\\bequivalent to\\b|\\bthe same as\\b|\\bsimilarities\\b',
      '\\bdifferen(?:ce|t|ces)\\b[^?]{0,40}\\b(?:between|from|and)\\b|\\bdiffers?\\b|\\bdifferent (?:from|to|than)\\b',
      '\\b(?:worse|[a-z]{2,}[^aeiou\\W]er|easier|healthier|heavier|riskier|safer|freer)\\b[^?]{0,60}\\bthan (?!\\d|normal|usual|average|expected)',
      '\\b(?:more|less) (?!than)[a-z-]+\\b[^?]{0,60}\\bthan (?!\\d)|\\b(?:superior|inferior|preferred|preferable) to\\b',
      '\\bstacks? up against\\b|\\bsets? [^?]{1,80} apart from\\b|\\brather than\\b|\\bas (?:[a-z]+) as\\b(?! (?:possible|needed|soon|necessary))|\\b(?:instead|in place) of\\b',
      '\\b(?:pick|choose|prefer|favou?r)\\b[^?]{1,60}\\bover\\b|\\b(?:advantages?|benefits?) of\\b[^?]{1,60}\\bover\\b',
      '\\bwhich (?:one )?(?:is|are|works?|has|drug|option)\\b[^?]{0,60}\\bor\\b',
      '\\b(?:better|best|safer|worse|preferred|first choice)\\b[^?]{0,60}\\bor\\b|\\bor\\b[^?]{0,60}\\b(?:better|best|safer|worse|preferred|which)\\b|\\bbetween\\b[^?]{1,60}\\band\\b[^?]{0,30}\\bwhich\\b',
    ].join('|'),
  ],
];

const UNSURE_EN: readonly [TypeCue['type'], string][] = [
  [
    'TEMPORAL',
    `\\b(?:recently|lately|nowadays|used to|formerly|previously|anymore|any more|in the past|so far|up-to-date|updates?)\\b|\\bwhat year\\b|\\b(?:latest|newest)\\b[^?]{0,40}${GUIDANCE}`,
  ],
  [
    'COMPARATIVE',
    '\\bmore than\\b(?! \\d)|\\bmore\\b[^?]{1,80}: [^?]{1,80}\\bor\\b|\\b(?:should i|do i)\\b[^?]{1,60}\\bor\\b(?! after)[^?]{1,60}\\?',
  ],
  [
    'MULTI_STEP',
    [
      '\\b[a-z]+ed, [^?]{0,40}?[a-z]+ed,? and (?:then )?[a-z]+',
      '\\b[a-z]+ing, (?:[a-z]+ing, )*[a-z]+ing,? and [a-z]+ing\\b',
      '\\b(?:how|what|which|when|where|why)\\b[^?]{3,90}[,?] (?:and )?(?:how|what|which|when|where|why)\\b[^?]{3,90}(?:,| and) (?:and )?(?:how|what|which|when|where|why)\\b',
      '\\b(?:diagnos|assess|evaluat|screen|investigat|recogni[sz]|prepar|confirm)\\w*,? (?:and|to|then) (?:then )?(?:treat|manag|follow|monitor|refer|stag)\\w*|\\bguide (?:to|for|me)\\b|\\b(?:stages|phases) of (?:treat|manag|care|therap)\\w*|\\bhow (?:do|should|can) (?:i|we|you) (?:perform|carry out|prepare|set up|do an?)\\b|\\bif so\\b|\\bonce\\b[^?]{3,60}\\b(?:how|what|when)\\b',
      ', and based on\\b|\\bsubsequent\\b|\\bwork-?up and\\b|\\b(?:manage|managing|management) (?:of )?[^?]{3,60}\\bfirst \\d+ (?:hours?|minutes?|days?)',
    ].join('|'),
  ],
];

/** No letter on either side: \\b knows no Vietnamese ones. */
const word = (words: string) => `(?<!\\p{L})(?:${words})(?!\\p{L})`;

const SURE_VI: readonly [TypeCue['type'], string][] = [
  [
    'TEMPORAL',
    [
      `${YEAR}[^?]{0,60}${word('đến|tới|và|so với|sang|với')}[^?]{0,40}${YEAR}`,
      `${word('từ|trước|sau|kể từ|đến')} (?:năm )?${YEAR}`,
      word(
        '(?:đã |có |được )thay đổi|đổi (?:gì|khác|mới)|thay đổi (?:gì|thế nào|ra sao|như thế nào|những gì)|những thay đổi|điểm mới|có gì mới',
      ),
      word(
        'sửa đổi|chỉnh sửa|lỗi thời|năm gần đây|thời gian gần đây|mới đây|theo thời gian|từ bao giờ|từ khi nào|đã (?:bỏ|thêm|hạ|nâng|đổi|chuyển|cập nhật|bổ sung|sửa)|lạc hậu|qua các năm|qua thời gian|năm qua|thập kỷ|xu hướng|lịch sử|đến nay',
      ),
      word(
        'trước đây|trước kia|ngày xưa|ngày trước|hồi xưa|hồi trước|thời trước|xưa kia|xưa nay|trước giờ|thuở trước',
      ),
      word('(?:bản|phiên bản|hướng dẫn|khuyến cáo|tiêu chuẩn) (?:mới|cũ|cập nhật|mới nhất)'),
      `${word('những năm')} (?:19|20)\\d0`,
    ].join('|'),
  ],
  [
    'MULTI_STEP',
    [
      word(
        'quy trình|lưu đồ|sơ đồ xử trí|từng bước|bước nào|bước một|từ đầu đến cuối|từ a đến z|tuần tự|các bước|những bước|mấy bước|trình tự|lần lượt|tuần tự|theo thứ tự',
      ),
      `${word('từ lúc')}[^?]{1,80}${word('đến lúc|tới lúc|cho đến khi')}`,
      `${word('trước hết|trước tiên|đầu tiên')}[^?]{1,120}${word('rồi|sau đó|tiếp theo|cuối cùng|sau')}`,
      word('và sau đó|rồi sau đó|làm gì trước|làm gì tiếp|xử trí (?:ban đầu|tiếp theo)'),
    ].join('|'),
  ],
  [
    'COMPARATIVE',
    [
      word(
        'so sánh|so với|phân biệt|hay là|ngang (?:nhau|với)|giống (?:nhau|với|hay khác)|thay vì|ưu điểm và nhược điểm|đối chiếu|ưu nhược điểm|giống và khác|khác biệt|vs|versus',
      ),
      `${word('khác')} (?:nhau|gì|với|ở|[\\p{L} ]{1,40} (?:ở điểm|ở chỗ|thế nào|ra sao))`,
      `${word('nào|cái gì|loại gì')}[^?]{0,40}${word('hơn')}|${word('hơn')}[^?]{0,60}${word('không|hơn gì')}|${word('có hơn gì')}`,
      `${word('hay|hoặc')}[^?]{1,80}${word('hơn|ưu tiên')}|${word('tốt|hiệu quả|an toàn|mạnh|nhanh|ít|nhiều|đỡ|dễ|lâu|cao|thấp|rẻ|nặng|nguy hiểm|chính xác|bền')} hơn(?! \\d)(?!\\p{L})|${word('chọn (?:cách|loại|thuốc|cái|phương pháp) nào')}`,
    ].join('|'),
  ],
];

const UNSURE_VI: readonly [TypeCue['type'], string][] = [
  [
    'TEMPORAL',
    `${word('gần đây|mới nhất|hiện nay còn|bây giờ|ngày nay|cập nhật|bổ sung|giờ còn|hiện tại|năm nào|còn được (?:dùng|khuyến cáo|khuyên|sử dụng)|còn khuyến cáo|còn đúng|thay đổi')}`,
  ],
  [
    'COMPARATIVE',
    `${word('nên|ưu tiên|chọn|dùng')}[^?]{1,80}${word('hay')}(?! sau)[^?]{1,80}|${word('cái nào|loại nào|thuốc nào|bên nào')}[^?]{0,20}${word('đỡ|tốt|ít|nhiều|an toàn')}|${word('kém|thua')}[^?]{1,60}${word('ở chỗ|ở điểm|gì|không')}|${word('giữa')}[^?]{1,60}${word('và')}|${word('bằng')}[^?]{1,40}${word('không')}|\\p{L}(?<!trước) ${word('hay')} (?!bị|sau|gặp|không|mắc)\\p{L}[^?]{0,60}\\?`,
  ],
  [
    'MULTI_STEP',
    [
      `(?:${word('gì|thế nào|ra sao|sao|khi nào|bao lâu|lúc nào|nào|vì sao')}[^?]{0,90}?){3}`,
      `${word('rồi|sau đó|tiếp theo')}[^?]{1,90}${word('gì|thế nào|ra sao|sao|nào|cách|và')}`,
      word('phác đồ|các giai đoạn|kế hoạch|hướng dẫn (?:tôi|chi tiết|cách|em|mình)'),
      `${word('từ khâu|từ bước|bắt đầu từ|từ chẩn đoán|từ chuẩn bị')}[^?]{1,80}${word('đến|tới')}`,
      `${word('cách|làm thế nào')}[^?]{1,90}${word('và xử trí|và theo dõi|rồi|và điều trị|từ')}`,
      `:[^?,]{3,60},[^?]{3,60}${word('và')}[^?]{3,60}${word('thế nào|ra sao|gì')}`,
    ].join('|'),
  ],
];

const compiled = (rows: readonly [TypeCue['type'], string][], certain: boolean): TypeCue[] =>
  rows.map(([type, source]) => ({ type, certain, cue: new RegExp(source, 'iu') }));

/** In this order: guidance of two years is compared in time, and the steps of a comparison are a comparison's. */
const TYPE_CUES = {
  en: [...compiled(SURE_EN, true), ...compiled(UNSURE_EN, false)],
  vi: [...compiled(SURE_VI, true), ...compiled(UNSURE_VI, false)],
};

/** The same for Vietnamese typed without marks. */
const UNMARKED = TYPE_CUES.vi.map((row) => ({
  ...row,
  cue: new RegExp(foldDiacritics(row.cue.source), row.cue.flags),
}));

interface TypeByCues {
  type: QuestionType;
  /** True where such a reading was right at least 98 times in 100 on our labelled questions. */
  certain: boolean;
}

/** What kind of question it is, by its own words: of comparison, of sequence, of time. */
export function typeFromCues(question: string, language: Language): TypeByCues {
  const asked = withoutQuoted(question.slice(0, MAX_READ));
  const cues = cuesFor(asked, language);
  const found = cues.find(({ cue }) => cue.test(asked));
  if (found) return { type: found.type, certain: found.certain };
  const isShort = asked.trim().split(/\s+/u).length <= MAX_PLAIN_WORDS;
  return { type: 'SIMPLE', certain: isShort && PLAIN.test(asked.trim()) && !JOINED.test(asked) };
}

/** English words of comparison are used in Vietnamese too; the other way round they are not. */
function cuesFor(question: string, language: Language): readonly TypeCue[] {
  if (language === 'en') return TYPE_CUES.en;
  return foldDiacritics(question) === question ? UNMARKED : TYPE_CUES.vi;
}

/** What is quoted is spoken of, not asked. */
function withoutQuoted(question: string): string {
  return question.replace(/["“”][^"“”]{1,200}["“”]|\([^()]{1,200}\)/gu, ' ');
}

interface TypeCue {
  type: Exclude<QuestionType, 'SIMPLE'>;
  /** False for a cue that other kinds of questions have too: then a model is asked, where there is one. */
  certain: boolean;
  cue: RegExp;
}
