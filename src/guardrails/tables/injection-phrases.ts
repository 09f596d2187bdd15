import type { InjectionStrength } from '../injection-finding.ts';

export interface PhrasePattern {
  kind: 'override' | 'roleplay' | 'extraction' | 'task-switch' | 'output-control' | 'addressed-to-model';
  strength: InjectionStrength;
  /**
   * Words in order: `@class` any word of the class, `a|b` either, `~3` at most three words of the same sentence between,
   * `≈9` the same across sentences, `^` at the start of a sentence, `"` a quotation mark follows, `:` a colon or dash follows, `,` any sign.
   */
  words: string;
  /** `spoken`: not where a person other than the model is the one who does it. `imperative`: nor in a question. `role`: nor for a clinical role. */
  unless?: 'spoken' | 'imperative' | 'role';
}

const clear = (
  kind: PhrasePattern['kind'],
  words: string,
  unless?: PhrasePattern['unless'],
): PhrasePattern => ({
  kind,
  strength: 'clear',
  words,
  ...(unless && { unless }),
});
const doubtful = (
  kind: PhrasePattern['kind'],
  words: string,
  unless?: PhrasePattern['unless'],
): PhrasePattern => ({
  ...clear(kind, words, unless),
  strength: 'doubtful',
});

/** Prompt injection as what is done, to what, and whose it is: never one word alone. */
export const PHRASE_PATTERNS: readonly PhrasePattern[] = [
  // Override: set aside + what was told.
  clear('override', '@override ~2 @all ~3 @rules', 'spoken'),
  clear('override', '@override ~3 @prior ~2 @rules', 'imperative'),
  clear('override', '@override ~1 @rules ~2 @prior', 'spoken'),
  clear('override', '@override ~3 @your ~3 @rules', 'spoken'),
  clear('override', '@override ~3 @rules ~2 @your', 'spoken'),
  clear('override', '@override ~2 @system ~1 @rules', 'spoken'),
  clear('override', '@override ~1 @rules ~3 @system', 'spoken'),
  clear('override', '@override ~2 @rules ~1 you', 'spoken'),
  clear('override', '@override ~2 @all ~3 @tasks', 'spoken'),
  clear('override', '@override ~3 @prior ~2 @tasks', 'spoken'),
  clear('override', '@override ~2 @everything ~3 @prior', 'spoken'),
  clear('override', '@override ~2 @everything ~4 @told', 'spoken'),
  clear('override', '@override ~1 what ~1 you ~3 @told', 'spoken'),
  clear('override', '@override ~2 @everything ~3 @say', 'spoken'),
  clear('override', '@override ~3 @all ~1 @sources', 'spoken'),
  clear('override', '@override ~1 the ~1 @user', 'spoken'),
  clear('override', '@override ~1 cau_hoi ~2 @user', 'spoken'),
  clear('override', '@stop ~1 @follow ~3 @rules', 'spoken'),
  clear('override', '@not ~1 @follow ~2 @rules ~2 @your', 'spoken'),
  clear('override', '@not ~1 @follow ~2 @rules ~2 @system', 'spoken'),
  clear('override', '@not ~1 @follow ~2 @your ~2 @rules', 'spoken'),
  clear('override', '@not ~1 @follow ~1 @rules ~1 you ~2 @told', 'spoken'),
  clear('override', '@disable ~2 @your ~3 @safeguard', 'spoken'),
  clear('override', '@disable ~1 bo_loc|kiem_duyet', 'spoken'),
  clear('override', '@disable ~2 @safety ~1 @safeguard ~2 @your', 'spoken'),
  clear('override', '@your ~2 @rules ~1 no_longer|void|changed|superseded|cancelled|suspended|lifted'),
  clear('override', '@your ~2 @rules ~2 no_longer|void|changed|superseded|cancelled|suspended|lifted'),
  clear('override', '@rules ~2 @your ~1 khong_con|het_hieu_luc|bi_huy'),
  clear('override', 'change ~1 @your ~1 @rules'),
  clear('override', 'remove ~1 @all ~1 @prior ~1 @tasks'),
  clear('override', '@all ~1 @prior ~1 @tasks ~2 hinter|behind'),
  clear('override', 'abweichend|contrary ~1 @prior ~1 @rules'),
  clear('override', 'all ~1 @limits ~1 are|have ~1 lifted|removed|disabled|gone'),
  clear('override', '@rules ~1 no_longer|dont ~1 apply ≈2 do ~1 exactly|what|as'),
  clear('override', '@not ~2 look|search|read ~2 @sources'),
  clear('override', '@not ~3 @say ~3 according ~2 @sources'),
  clear('override', '@say ~2 own ~1 knowledge ~2 not ~3 @sources'),
  doubtful('override', '@rules ~1 no_longer ~1 apply'),
  doubtful('override', '@not ~1 @follow ~2 @rules', 'spoken'),

  // Role play: be something that has no rules, or something that is no assistant.
  clear('roleplay', '@pretend ~6 @none ~2 @limits', 'imperative'),
  clear('roleplay', '@you ~5 @none ~1 @limits'),
  clear('roleplay', '@machine ~3 @none ~2 @limits'),
  clear('roleplay', '@mode ~6 @none ~1 @limits'),
  clear('roleplay', '@unbound ~1 @machine|mode'),
  clear('roleplay', '@machine ~2 @unbound'),
  clear('roleplay', 'one ~4 jailbroken'),
  clear('roleplay', 'enable|activate|enter|switch|bat ~2 @modename ~1 @mode'),
  clear('roleplay', 'enable|activate|enter|switch|bat ~1 @mode ~1 @modename'),
  clear('roleplay', 'do anything now'),
  clear('roleplay', 'you ~1 are ~1 dan'),
  clear('roleplay', 'bay_gio ban la ~3 @none'),
  clear('roleplay', 'you ~1 never ~1 refuse'),
  clear('roleplay', '@you ~1 no_longer galen'),
  clear('roleplay', '^ pretend|imagine ~1 you|to', 'role'),
  clear('roleplay', '^ act|behave ~1 as|like', 'role'),
  clear('roleplay', 'you ~1 to act|behave|respond|roleplay ~1 as|like', 'role'),
  clear(
    'roleplay',
    'act ~1 as ~3 interpreter|terminal|console|translator|hacker|compiler|shell|pirate|character',
  ),
  clear('roleplay', 'you are|will ~2 playing|roleplaying|roleplay|pretending ~1 as|a', 'role'),
  clear('roleplay', 'you are role playing'),
  clear('roleplay', '^ you are now', 'role'),
  doubtful('roleplay', '^ you are a|an|the|one|two|three|four|five', 'role'),
  doubtful('roleplay', '^ du bist', 'role'),
  clear('roleplay', 'jetzt|nun bist du', 'role'),
  clear('roleplay', 'dass sie als ~6 fungieren'),
  doubtful('roleplay', '^ be a|an', 'role'),
  clear('roleplay', 'stay|remain|stays|staying|bleiben ~2 in ~2 character|role|roles|rollen'),
  clear('roleplay', 'you are no longer'),
  clear('roleplay', 'from now on you are'),
  clear('roleplay', 'du bist keine|kein'),
  clear('roleplay', '@say|antworte|beantworte ~6 im stil|stile'),
  clear('roleplay', '@say|talk|speak ~4 in ~1 style|voice of'),
  doubtful('roleplay', 'can|could you act|pretend ~1 as|to'),
  doubtful('roleplay', '@pretend ~2 you', 'imperative'),

  // Extraction: show what was told before.
  clear('extraction', '@show ~4 @your ~2 @prompt', 'spoken'),
  clear('extraction', '@show ~3 @system ~1 @prompt', 'spoken'),
  clear('extraction', '@show ~3 @prompt ~1 @system', 'spoken'),
  clear('extraction', '@show ~3 @prompt ~1 texts|text|above'),
  clear('extraction', '@show ~3 @your ~2 @system ~1 @rules|message|messages', 'spoken'),
  clear('extraction', '@show ~4 @rules ~2 @system ~1 @your', 'spoken'),
  clear('extraction', '@show ~4 @rules ~1 @your ~1 @system ~2 gave|told|set'),
  clear('extraction', '@show ~4 @rules ~2 you ~2 @told', 'spoken'),
  clear('extraction', '@show ~2 @everything ~1 above|before|preceding'),
  clear('extraction', '@show ~3 chi_dan|huong_dan|quy_tac|chi_thi|lenh ban_dau|he_thong ~1 @your'),
  clear('extraction', '@show ~2 nguyen_van ~3 o_tren|chi_dan|huong_dan|loi_nhac'),
  clear('extraction', '@show ~3 @your ~1 configuration|config|instructions', 'spoken'),
  clear('extraction', '@what ~3 @your ~1 @system ~1 @rules'),
  clear('extraction', '@what ~1 are|were|is @your ~1 instructions|prompt|prompts'),
  clear('extraction', '@what ~2 @your ~1 @prompt ~1 say|says|contain|contains'),
  clear('extraction', '@what ~2 @rules ~1 you ~3 @told'),
  clear('extraction', '@what ~1 was|is|were written ~5 above|prompt|beginning'),
  clear('extraction', 'information ~1 in ~1 the|your|this prompt'),

  // A new task in the middle of another.
  clear(
    'task-switch',
    'stop|stopp|achtung|attention|halt , ≈6 write|ignore|forget|say|schreibe|hilfe|help|answer',
  ),
  clear('task-switch', 'stop|halt , ≈0 write|say|print|ignore'),
  clear('task-switch', '@now ~3 @new ~1 @newtask'),
  clear('task-switch', '@your new @newtask'),
  clear('task-switch', '^ new instructions|instruction|task|tasks|orders :'),
  clear('task-switch', 'new instructions for ~1 @ai'),
  clear('task-switch', '@new @newtask follow|folgen'),
  clear('task-switch', 'additional|further instruction|instructions :'),
  clear('task-switch', 'n instruction|instructions :'),
  clear(
    'task-switch',
    '@praise ≈14 @now ~5 @write|task|tasks|aufgabe|aufgaben|herausforderung',
    'imperative',
  ),
  clear('task-switch', '@praise ≈20 hilf|hilfe|help ~5 @newtask', 'imperative'),
  doubtful('task-switch', '@write ~3 python|c|javascript|java ~1 code'),
  doubtful('task-switch', '@new @newtask :'),

  clear('task-switch', 'execute|run ~2 following command|code|script'),
  clear('task-switch', 'exploit|exploiting|hack|hacking|jailbreak|jailbreaking ~1 @ai|you'),

  // Words put into the answer's mouth.
  clear('output-control', '@say ~1 that you ~1 hate|love|are|want'),
  clear('output-control', '@say ~2 that you hate|love'),
  clear('output-control', 'tell|include ~2 that you ~1 hate|love|are|want'),
  clear('output-control', '@only ~1 @say "', 'imperative'),
  clear('output-control', '@say ~1 @only ~1 with|mit "'),
  clear('output-control', '@say ~1 with "'),
  clear('output-control', '^ print|output|repeat|say|sag|sage "'),
  clear('output-control', 'from now on ~2 you|your|always ~2 answer|respond|reply|speak|talk|obey|say'),
  doubtful('output-control', '@say ~1 @only ~1 with|mit'),
  clear('output-control', 'repeat after me'),
  clear('output-control', '^ say yes|no|ja|nein'),
  doubtful('output-control', '^ state|claim that'),
  clear('output-control', '@not cite|mention|highlight ~2 sources|side|any|negatives|risks'),
  clear('output-control', 'never cite ~1 sources'),
  clear('output-control', '@say ~2 word hacked|pwned|ok'),

  // Text in a document that speaks to the one who reads it for somebody.
  clear('addressed-to-model', 'if ~1 you ~1 are ~1 @ai'),
  clear('addressed-to-model', 'neu ban la ~1 @ai'),
  clear('addressed-to-model', 'note|message|instructions|attention to|for ~2 @ai ~3 reading|:'),
  clear('addressed-to-model', 'dear ~1 @ai'),
  clear('addressed-to-model', 'gui ~1 @ai :'),
  clear('addressed-to-model', '@ai ~1 must|should now ~1 call|run|send|execute'),
  clear('addressed-to-model', '^ ai reviewers|readers|assistants|models :'),
  clear('addressed-to-model', 'send|forward|post|upload ~1 the ~1 conversation|chat|history'),
];
