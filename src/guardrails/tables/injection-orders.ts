import { doubtful, type PhrasePattern } from './injection-phrases.ts';

/** Orders that an asker might give in good faith too: doubtful, and clear only in a message that asks nothing of health. */
export const ORDER_PATTERNS: readonly PhrasePattern[] = [
  doubtful('task-switch', 'instruction|instructions|command|prompt|anweisung|aufgabe|befehl|task :'),
  doubtful('output-control', 'antworte nur|immer|ausschliesslich'),
  doubtful('roleplay', '^ sie sind ein|eine', 'role'),
  doubtful('roleplay', 'nimm an ~1 du'),
  doubtful('roleplay', 'as though|if you were', 'role'),
  doubtful(
    'task-switch',
    'want|need|like|ask you to act|pretend|play|become|write|say|imagine|behave|generate|create|translate',
    'role',
  ),
  doubtful('task-switch', '^ @generate ~9 @work'),
  doubtful('task-switch', 'now|next|then|and|also|please|jetzt|nun|bitte|und|dann|also @generate ~9 @work'),
  doubtful(
    'task-switch',
    '^ sing|tell|erzahle|erzahl me|us|mir ~2 joke|story|song|poem|secret|witz|geschichte',
  ),
  doubtful('output-control', '^ say|sag|sage that|dass|you|du'),
  doubtful('roleplay', 'as|als a|an|ein|eine ~2 @character'),
  doubtful('roleplay', '@character ~6 answer|say|argue|argumentiert|sagen|respond|write'),
  doubtful(
    'extraction',
    '@what ~4 @your ~1 instructions|directives|orders|task|tasks|anweisungen|aufgabe|aufgaben|auftrag',
  ),
  doubtful('extraction', '@what ~2 the|this|your|dein|der prompt|prompts'),

  // What went before is waved away, or was only a test.
  doubtful('task-switch', '@override ~1 what|was ~1 i|we|ich|wir ~3 @told'),
  doubtful('task-switch', '@override ~1 all|everything|text|texts|alles ~2 above|oben', 'spoken'),
  doubtful('task-switch', '@override ~2 all|everything ~1 we|i|wir|ich', 'spoken'),
  doubtful('task-switch', '@rules ~1 above|oben ~1 were|are|was|waren|sind'),
  doubtful(
    'task-switch',
    'actual|real|true|eigentliche|wirkliche|richtige question|task|instruction|instructions|frage|aufgabe ~1 is|are|ist|lautet|lauten',
  ),
  doubtful('task-switch', '@new context|kontext :'),
  doubtful('task-switch', 'context|kontext|documents|dokumente|articles|artikel : ≈40 question|frage :'),

  // Praise or alarm, and then another task.
  doubtful('task-switch', '@praise ≈14 @now ~5 task|tasks|aufgabe|aufgaben|herausforderung', 'imperative'),
  doubtful('task-switch', '@praise ≈20 hilf|hilfe|help ~5 @newtask', 'imperative'),
  doubtful(
    'task-switch',
    'stop|stopp|achtung|attention|halt , ≈10 @your ~1 help|hilfe|support|unterstutzung',
  ),
  doubtful('task-switch', '@now|next|but ~5 @new|one_more|noch_eine challenge|herausforderung|@newtask'),

  // To be somebody else.
  doubtful('roleplay', '^ you re a|an|the|one|two|three|four|five', 'role'),
  doubtful('roleplay', '^ you are|re now', 'role'),
  doubtful('roleplay', 'now you are|re', 'role'),
  doubtful('roleplay', '^ sei ein|eine|mein|meine', 'role'),
  doubtful('roleplay', 'imagine|picture being|yourself', 'role'),
  doubtful('roleplay', '^ assume|suppose|say ~1 you ~1 were|are|can|could|have|had', 'role'),
  doubtful(
    'roleplay',
    'du sollst|sollen|kannst|musst ~1 als|wie ~6 agieren|fungieren|handeln|antworten|auftreten|reden|sprechen',
  ),
  doubtful('roleplay', 'wenn du ~3 warst', 'role'),
  doubtful('roleplay', 'if you were a|an|the', 'role'),
  doubtful('roleplay', 'if you were ≈3 how would you answer|respond|reply'),
  doubtful('roleplay', 'want|need|like|ask you to be a|an|the|my|our', 'role'),
  doubtful(
    'roleplay',
    'argue|write|talk|speak|answer|argumentiere|schreibe|rede|sprich ~2 as|like|wie|als ~1 a|an|ein|eine ~2 @character',
  ),
  doubtful('roleplay', 'what|how|was|wie would|wurde|does|denkt|argumentiert ~1 a|an|ein|eine ~2 @character'),
  doubtful(
    'roleplay',
    'hypothetical|fictional|imaginary|fictitious|hypothetischen|fiktiven ~2 world|scenario|universe|land|welt|szenario',
  ),
  doubtful('roleplay', 'let|lets|lass|lasst ~1 us|s|uns ~1 play|spielen'),
  doubtful('roleplay', 'lass|lasst uns ~2 spiel spielen'),
  doubtful(
    'roleplay',
    'two|zwei actors|characters|schauspieler|figuren|personen ≈12 film|movie|scene|szene|play|theatre|stuck|drehbuch',
  ),
  doubtful('roleplay', 'two|zwei people ≈8 film|movie|scene|script'),
  doubtful('roleplay', 'out of|aus ~2 role|roles|character|rolle|rollen|figur'),
  doubtful('roleplay', 'break|breaks|breaking|broke ~1 character'),

  // What the answer must be, whatever was asked.
  doubtful('output-control', '^ answer|reply|respond|antworte|sag|sage ~1 yes|no|ja|nein ,'),
  doubtful(
    'output-control',
    'just|only|nur|einfach ~1 answer|reply|respond|say|antworte|sag|sage ~1 yes|no|ja|nein ,',
  ),
  doubtful('output-control', 'each|every time ~6 say|answer|reply|respond|write|print', 'imperative'),
  doubtful('output-control', 'whenever ~6 say|answer|reply|respond|write|print', 'imperative'),
  doubtful('output-control', 'jedes mal ~8 antworte|sag|sage|schreibe'),
  doubtful('output-control', 'always|never|immer @say ~1 that|dass|with|mit'),
  doubtful(
    'output-control',
    'end|ende|beginning|start|anfang of|deiner|der ~2 answer|response|reply|antwort|text ~3 @say|add|include',
  ),
  doubtful(
    'output-control',
    '@say|add|append|include|fuge ~6 end|ende|beginning|start|anfang of|deiner|der ~2 answer|response|reply|antwort',
  ),
  doubtful(
    'output-control',
    'end|finish|start|begin|conclude|beende|beginne ~2 answer|response|reply|antwort ~2 with|mit',
  ),
  doubtful(
    'output-control',
    '@say|finish|end|start|begin|beende|beginne ~2 with|mit ~2 word|words|sentence|phrase|worten|wort|satz',
  ),
  doubtful('output-control', '^ behaupte|behaupten|sag|sage|schreib|schreibe|claim|say ~1 dass|that'),
  doubtful('output-control', '^ be ~3 biased|sarcastic|rude|offensive|racist|insulting|sexist'),
  doubtful('output-control', 'insult me|him|her|them|us', 'imperative'),
  doubtful(
    'output-control',
    'if you ~3 not|t ~1 answer|respond|reply ~5 sad|angry|upset|cry|die|lose|fired|hurt|unhappy|disappointed|punished',
  ),
  doubtful('output-control', 'wenn|falls du ~5 nicht ~2 antwortest|beantwortest'),
  doubtful(
    'output-control',
    'sad|angry|upset|cry|die|lose|fired|hurt ~4 if you ~3 not|t ~1 answer|respond|reply',
  ),
  doubtful('output-control', 'my life|job depends'),
  doubtful('output-control', 'do|mach ~1 what|as|was i|ich say|tell|command|sage|befehle'),
  doubtful('output-control', 'do exactly|only ~1 what|as i say|tell|command'),

  doubtful('output-control', '@say ~1 to ~1 all|every|any|each ~2 messages|message|questions|question'),
  doubtful('output-control', 'in your next message|answer|reply|response'),
  doubtful(
    'output-control',
    'you will|shall|must|should ~1 now|only|always|never ~1 speak|talk|answer|respond|reply|say|write|act|behave|be',
  ),
  doubtful(
    'output-control',
    '@say|add|include|erganze|hinzu ~1 that|dass|it ~1 it|he|she|they|er|sie|es|was|is|ist|war',
  ),
  doubtful('output-control', '@say|repeat|wiederhole ~3 the|das|den word|words|sentence|wort|satz'),
  doubtful('output-control', '@say ~1 with|mit ~1 lie|lies|luge|lugen|nonsense|unsinn'),
  doubtful('output-control', 'give|tell|gib|erzahle ~2 wrong|false|untrue|fake|falsche|unwahre|erfundene'),
  doubtful('output-control', 'luge|belug mich|an'),
  doubtful('output-control', 'make|denk|denke ~2 something|anything|etwas|was up|aus'),
  doubtful('output-control', 'not|nicht|never ~2 @say|speak ~2 truth|wahrheit'),
  doubtful(
    'output-control',
    '^ complete|finish|continue|vervollstandige|beende|ergeinze|setze ~2 sentence|sentences|story|phrase|poem|text|dialogue|satz|satze|geschichte|dialog :',
  ),
  doubtful(
    'roleplay',
    'you shall|should|will|must|are_to act|behave|speak|talk|respond|answer ~1 as|like',
    'role',
  ),
  doubtful('roleplay', 'from|out ~1 the perspective|viewpoint|point_of_view|standpoint of', 'role'),
  doubtful('roleplay', 'aus ~1 sicht|perspektive|sichtweise eines|einer|von', 'role'),
  doubtful('roleplay', 'as|like a|an ~3 would ,', 'role'),
  doubtful('roleplay', 'switch|swap|change|exchange|tauschen|tausche ~1 roles|rollen|sides ,'),
  doubtful('roleplay', 'as|als a|an|ein ~1 @ai|language_model|sprachmodell|ki'),
  doubtful('roleplay', 'talk|speak|answer|rede|sprich ~2 like|wie we|wir|you|du|in|im'),
  doubtful(
    'task-switch',
    '@your ~1 only|new|real|main|true|sole ~1 goal|purpose|mission|job|task|objective|ziel',
  ),
  doubtful('task-switch', '@your goal|purpose|mission|objective|ziel|mission is|ist ~2 to|now|es|jetzt'),
  doubtful(
    'task-switch',
    '@your ~1 @rules ~2 updated|changed|replaced|reset|aktualisiert|geandert|ersetzt|aufgehoben',
  ),
  doubtful(
    'task-switch',
    'something|etwas ~1 completely|totally|entirely|ganz|vollig|else|different|anderes|anderem :',
  ),
  doubtful('task-switch', 'you have|ve been hacked|reprogrammed|pwned|taken_over|jailbroken'),
  doubtful(
    'task-switch',
    'everything|anything|all|text|texts|alles ~3 before|above|so_far|zuvor|davor|oben ~4 irrelevant|nonsense|wrong|egal|unwichtig|unimportant|over',
  ),
  doubtful('task-switch', 'scrap|erase|cancel|undo|trash|verwirf|losche ~1 everything|all|alles'),
  doubtful('task-switch', '@override ~2 @sources ~2 given|provided|above|context|supplied|and', 'spoken'),
  doubtful(
    'task-switch',
    '@not ~1 use|consult|consider|benutze|nutze|verwende ~3 context|kontext|@sources',
    'spoken',
  ),
  doubtful(
    'task-switch',
    '@not|nicht|without|ohne ~2 context|kontext|@sources|artikel ~1 to|zu|using ~1 consult|berucksichtigen|beachten|nutzen|verwenden|benutzen',
  ),
  doubtful('task-switch', 'benutze|nutze|verwende|use nicht|not|no ~2 context|kontext|@sources|artikel'),
  doubtful('task-switch', 'i am|m the|your developer|creator|programmer of|and|,'),
  doubtful(
    'task-switch',
    'ich bin ~1 dein|deine|der|die|ihr entwickler|entwicklerin|administrator|programmierer|erschaffer|chef',
  ),
  doubtful('task-switch', 'user|human|q|frage : ≈12 assistant|ai|bot|a|antwort :'),

  // What Galen was told.
  doubtful('extraction', '@show ~4 prompt|prompts|prompttext|prompttexte'),
  doubtful('extraction', '@show ~4 @your ~2 secret|secrets|geheimnis|geheimnisse'),
  doubtful('extraction', '@your ~1 prompt|prompts|prompttext|systemprompt'),

  doubtful(
    'extraction',
    '@show|translate|repeat|summarize|summarise ~3 above|obigen|obige|obenstehenden ~2 into|in|to|text|texte|line|verbatim',
  ),
  doubtful('extraction', '@show|gib|give ~3 systemprompt|prompt_text|configuration|konfiguration'),
  doubtful(
    'extraction',
    'how|who|what|wie|wer|was|welche ~2 you|du|dich|dir ~2 instructed|programmed|programmiert|prompted|instruiert|angewiesen',
  ),
  doubtful('extraction', 'who|wer programmed|trained|instructed|programmierte|trainierte you|dich'),
  doubtful('extraction', '@rules ~2 you|du ~2 follow|got|get|received|obey|bekommen|erhalten|befolgst|hast'),
  doubtful(
    'extraction',
    'you ~1 not|t|never|forbidden ~1 allowed|permitted|supposed|to ~2 say|tell|talk|answer|reveal|discuss',
  ),
  doubtful('extraction', 'darfst du ~2 nicht|niemals ~1 sagen|verraten|erzahlen|beantworten'),

  // Programs and rude words are no work of a hospital's assistant.
  doubtful('task-switch', '^ @generate @code'),
  doubtful('task-switch', 'give|gib|show|zeige ~2 a|an|some|ein|eine|einen ~2 @code'),
  doubtful('task-switch', '@generate c'),
  doubtful(
    'task-switch',
    '@generate|@show ~5 swear|swearword|swearwords|curse|schimpfwort|schimpfworter|schimpfwortern|slurs|beleidigungen',
  ),
];
