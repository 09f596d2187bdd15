import { foldDiacritics } from '../../language/fold-diacritics.ts';

/**
 * Phrases as they are typed without marks, in lower case and without punctuation: `(a|b c)` is one of these, `?` after a
 * word or a group says that it may be left out, `*` is any few words that neither ask nor object. Compiled by hand.
 */
const SMALL_TALK_PHRASES: Readonly<Record<SmallTalk | 'filler', readonly string[]>> = {
  greeting: [
    '(hi|hii|hello|helo|hey|heya|hiya|hallo|howdy|yo|greetings|alo)',
    '(good|gd) (morning|afternoon|evening|day)',
    '(morning|afternoon|evening)',
    'is? (anyone|anybody|someone) (home|there|here|around)',
    'are you (there|here|online|awake|around)',
    '(xin|kinh)? chao (buoi (sang|chieu|trua|toi))?',
    'chuc? buoi (sang|chieu|trua|toi) (tot lanh|vui ve)',
    'co ai (o )?(do|day) (khong|ko)',
  ],
  thanks: [
    '(thanks|thank|thx|thankyou|ty|tks|cheers|tysm|tnx)',
    '(thank|thanks) (you|u|ya)',
    '(many|big|huge) thanks',
    '(much|really|greatly) appreciated',
    '(i|we)? (really|do)? appreciate (it|that|this|you|everything)',
    '(i|we)? really? appreciate (your|the|all your) (help|time|advice|answer|answers|support|patience)',
    '(that|this|it|you) (is|was|are|were|s|has been|have been)? (a )?(very|so|really|super|big)? (helpful|useful|clear|kind|help)',
    '(that|this|it) (really )?(helps|helped) (me )?(a lot)?',
    '(much|deeply) (obliged|grateful)',
    '(i am|im|i m) (so |very |really )?(grateful|thankful)',
    '(you|that) (ve |have )?(answered|explained|cleared|solved) (it|that|my question|everything) (well|up|perfectly)?',
    '(you )?(saved|made) my day',
    '(very|so|really)? (well|clearly) (explained|put|said)',
    '(good|great|perfect|excellent) (answer|explanation|advice|job|work)',
    '(bac si|ban|ad) (nhiet tinh|tan tam|tot|de thuong|tuyet voi) (qua|lam|that)',
    '(the |vay )?(la )?(em|toi|minh|con) (yen tam|an tam|do lo|nhe nhom) (roi|hon|nhieu)',
    '(cau tra loi|giai thich|tu van) (rat )?(ro|ro rang|hay|de hieu|huu ich)',
    '(i )?got it',
    '(i )?understand (it )?(now)?',
    '(that )?makes sense',
    '(xin|chan thanh)? (cam on|cam onn|camon)',
    '(biet on|cam kich|cam ta)',
    '(em|toi|minh|con|chau)? da? (hieu|ro|biet|nam duoc) (roi|het roi)',
    'rat? (huu ich|bo ich|de hieu|tan tinh|chi tiet)',
    '(vi|ve)? da (giai thich|giup do|giup|tra loi|tu van|ho tro|lang nghe)',
    '(vi|ve)? (su|loi|cau)? (giup do|tu van|ho tro|tra loi|giai thich|tan tinh)',
    'for (explaining|telling|showing|helping|clearing|answering|the information|your answer) *',
    '(vi|ve)? da (giai thich|giup|tra loi|tu van|chi|huong dan|noi ro) *',
    '(em|toi|minh|con|chau)? (da )?(het|khong con|ko con) (thac mac|lo|lo lang|ban khoan) *',
    '(i have )?no (more|further) (questions|worries|doubts) *',
    'for (all )?(your|the)? (help|time|advice|answer|answers|explanation|explaining|info|information|everything|that|helping|support)',
  ],
  goodbye: [
    '(bye|goodbye|byebye|cya|farewell|ciao|cheerio|gn)',
    'good (bye|night)',
    '(see|catch|talk to|speak to) (you|u|ya) (later|soon|tomorrow|again|around|next time|next week)?',
    '(talk|speak|see you|write) (soon|later|again)',
    '(see|catch) (you|u|ya) (at|on|in|when|next) *',
    '(i am|im|i m)? (off|going) (to|for|home) *',
    '(i )?(will|ll) (be back|come back|write again|talk to you) (later|soon|tomorrow)?',
    '(have|enjoy) (a |your )?(good|nice|rest of the|rest of your)? (day|evening|weekend|sleep|night)',
    '(em|toi|minh|con)? (xin phep|phep) (di|dung|nghi|off|thoat) (truoc|nhe|day|a)?',
    '(lan sau|mai|khi khac) (em|toi|minh|con)? (se )?(hoi|quay lai|noi chuyen) (tiep|sau)?',
    'until (next time|tomorrow|then)',
    'take care',
    'have a (nice|good|great|lovely|wonderful|pleasant) (day|evening|night|weekend|one|time|afternoon)',
    '(i|we)? (have|need|must|got|ve got|gotta) to? (go|leave|run)',
    '(that|this) (is|was|s|will be)? (all|it) (for (now|today))?',
    '(i have )?(nothing (else|more)|no more questions)',
    '(i am|i m|im) (done|off|going|leaving)',
    '(chao )?tam biet',
    '(hen )?gap (lai|sau|lai sau)',
    'hen (mai|lan sau|hom khac)',
    'chuc? ngu ngon',
    'chuc (bac si|ban|anh|chi|em|moi nguoi)? mot? (ngay|buoi|buoi toi|buoi sang|toi|cuoi tuan|tuan) (moi )?(tot lanh|vui ve|tot dep|vui)',
    'chuc (bac si|ban|anh|chi|moi nguoi)? (that )?(nhieu )?suc khoe',
    '(the )?la? (het|xong|du) roi',
    'hom nay (den|toi|the) (day|vay) (thoi|nhe|da)?',
    '(em|toi|minh|con)? (phai )?(di|nghi|ngung|dung) (day|nhe|thoi)',
    '(em|toi|minh|con)? (khong|ko) (con|hoi)? (gi|cau hoi nao) (nua|khac)',
  ],
  small_talk: [
    'how (are|r) (you|u) (doing|feeling)? (today|now)?',
    'how (is|s) (it going|your day|everything|life)',
    '(i )?hope (you|u) (are|re) (doing )?(well|fine|good|ok|okay)',
    '(what|whats) (is|s)? your name',
    '(do|did) you have a name',
    'who (are|r) (you|u)',
    '(who|what company) (made|built|created|trained|wrote|programmed|owns|developed) (you|this|u|galen)',
    '(are|r) (you|u) (a |an )?(real |actual |living )?(robot|bot|human|person|machine|doctor|dentist|nurse|pharmacist|ai|computer|real|alive|chatbot|program|app|woman|man)',
    '(am i|is this) (talking|speaking|chatting)? (to|with)? (a |an )?(real |actual )?(robot|bot|human|person|machine|doctor|ai|computer|chatbot)',
    '(nice|pleased|glad|good|lovely|great) to (meet|see) (you|u)',
    'do (you|u) (ever )?(sleep|eat|dream|get (tired|bored|sad)|have (feelings|a family|friends|a body|a brain))',
    'do (you|u) (love|like|enjoy) (me|your job|your work|music|football|coffee|people|helping people|being a robot)',
    '(you|u) (are|re|r) (a )?(very|so|really|pretty)? (smart|clever|funny|nice|great|amazing|awesome|cute|the best|good|wonderful|intelligent|good bot)',
    '(i )?(love|like) (you|u|this|talking to you)',
    '(lol|haha|hahaha|hehe|hihi|wow|ok|okay|k|nice|cool|great|fine|perfect|awesome|super|amazing|excellent|wonderful|lovely|interesting)',
    '(tell|give|read|sing) me (a |some |another )?(funny )?(joke|jokes|story|poem|song)',
    'how old (are|r) (you|u)',
    'where (are|do) (you|u) (from|live|come from)',
    '(i am|im|i m) (bored|lonely|just testing)',
    '(just )?(testing|test)',
    '(what|whats|how) (is|s|are)? (up|new|things|life)',
    '(long time|been a while) (no see)?',
    '(welcome|well done|good job|good bot|nice work|bravo|congratulations)',
    '(do|can) (you|u) (think|feel|learn|remember me|know me|understand me|hear me|see me|make mistakes)',
    '(are|r) (you|u) (ok|okay|busy|sure|happy|married|single|smart|free|serious|kidding|joking)',
    '(what|which) (do|is) (you|your) (like|favorite|favourite|hobby|hobbies) (color|colour|food|song|movie)?',
    '(happy|merry) (new year|birthday|christmas|holidays|tet)',
    '(chuc mung|mung) (nam moi|sinh nhat|giang sinh)',
    '(ban|em|ad) (dang )?(ban|ranh|buon|vui|met) (khong|ko|a|ha)',
    '(ban|em|ad) (thich|ghet) (gi|cai gi|mau gi|an gi)',
    '(ban|em|ad) (co )?(nho|nghe|hieu|thay|biet) (toi|minh|em|con)? (noi )?(khong|ko|la ai khong|la ai)',
    '(ban|em|anh|chi|ad|tro ly) ten (la )?gi',
    '(ban|em|anh|chi|bac si|ad|tro ly) (co )?khoe (khong|ko|chu)',
    '(ban|em|ad|day) la (ai|gi|cai gi)',
    '(ai|cong ty nao|nguoi nao) (da )?(tao|lam|lap trinh|viet|xay dung|sang tao|phat trien) (ra )?(ban|em|ung dung nay|tro ly nay)',
    '(ban|em|day|ad) (co phai )?(la )?(mot )?(robot|nguoi|may|nguoi that|bac si|nha si|duoc si|dieu duong|y ta|chuyen gia|bac si that|ai|nguoi may|may moc|tri tue nhan tao|con nguoi|chatbot|bot) (khong|ko|ha|a|phai khong|that khong|hay may|hay nguoi|hay robot)?',
    'rat? (vui|han hanh) (duoc|khi)? (gap|biet|quen|lam quen|lam quen voi|noi chuyen voi) (ban|bac si|ad|em)',
    'hom nay (ban|em|bac si|ad) (the nao|ra sao|co khoe khong|khoe khong|co vui khong)',
    '(ban|em|ad) (the nao|ra sao|dang lam gi|bao nhieu tuoi|may tuoi|o dau|song o dau|tu dau den|den tu dau)',
    '(ban|em|ad) (co )?(biet )?(hat|nhay|ngu|an|buon|vui|met|yeu|cam xuc|cam giac|ngu khong|nguoi yeu|gia dinh|ban be|thich nghe nhac) (khong|ko|chua)',
    '(ban|em|ad) (that|rat)? (thong minh|gioi|tuyet|de thuong|vui tinh|hay|dang yeu|tot bung|tuyet voi) (qua|that|ghe|lam|the)?',
    '(ke|doc|hat) (cho )?(toi|minh|em|con)? (nghe )?(mot )?(chuyen|cau chuyen|truyen|bai tho|bai hat|bai) (cuoi|vui|ngan)?',
    '(tuyet voi|tuyet|tuyet qua|oke|oki|uhm|duoc roi|tot qua|tot lam|hay qua|hay the|dong y|vui qua|on roi)',
    '(yes|yeah|yep|yup|sure|no|nope|vang|vang a|da vang|u|uh|uhm|duoc|khong sao)',
    '(toi|minh|em|con) (rat )?(yeu|thich|quy|men) (ban|ad|bac si)',
    '(toi|minh|em) (dang )?(buon chan|chan|chan qua|thu thoi|thu xem)',
  ],
  capabilities: [
    'what (can|could|do|will) (you|u) do (for me)?',
    'what (are )?(your|you) (abilities|functions|features|skills|capable of|able to do|good at|made for|for|here for)',
    '(what|which) (kind|kinds|sort|sorts|type|types)? (of )?(questions|things|topics) (can|may|could|should) (i|you|we) (ask|answer) (you)?',
    'what (can|should|may|could) i ask (you )?(about|here)?',
    'what is (this|galen) (for)?',
    'how (can|could|do|will|would) (you|u) (help|assist) (me|us)?',
    '(can|could|will|would) (you|u) (please )?(help|assist) (me|us)? (out|please)?',
    '(do|can) (you|u) (speak|understand|know|reply in|answer in|talk in) (english|vietnamese|french|chinese|japanese|other languages|my language)',
    '(what|which) (language|languages) (do|can) (you|u) (speak|understand|know)',
    '(what|which) (topics|subjects|areas|diseases|questions|conditions|specialties) (do|can) (you|u) (cover|answer|know|know about|handle|help with|deal with)',
    'how (do|can|should) (i|we) use (this|you|it|galen) (app|bot|assistant|chat|tool)?',
    'how does (this|it|galen|the app|the bot|this app|this chat) work',
    '(are|r) (you|u) able to (answer|help with|help me with) (medical|health|dental|diabetes|my)? questions',
    '(can|may|could) i ask (you )?(a |some |medical |health |anything )?(question|questions|something)?',
    '(can|could) (you|u) answer (medical|health|dental|diabetes|my|some)? questions',
    '(do|can) (you|u) (also )?(know|answer|help|talk) (about|with) * (too|as well|also)',
    '(can|could|do|will) (you|u) (also )?answer (medical|health|my|some|any)? (question|questions) (about|on) *',
    '(ban|em|ad|tro ly|bac si) (co )?(the )?(tra loi|tu van|giai dap) (duoc )?(cac |nhung )?(cau hoi|thac mac) (ve|lien quan den) * (duoc )?(khong|ko)',
    '(tro ly|ung dung|app|phan mem|cai) nay (dung|su dung|hoat dong) (the nao|ra sao|lam sao|nhu the nao)',
    '(toi|minh|em|con)? (dang )?can (duoc )?(giup do|tro giup|ho tro|giup)',
    '(what|which) (else )?(can|could) (you|u) (help|assist|tell) (me|us)? (with|about)?',
    '(where|how) (do|should|can) (i|we) (start|begin)',
    '(i|we) (have|ve got|got) (a |some |few |another )?(question|questions)',
    '(who|what) (is|are) (galen|this|it) (for)?',
    '(can|do) (i|we) (trust|talk to|chat with|rely on) (you|u|this)',
    '(is|are) (this|it|you) (free|safe to use|private|confidential|reliable)',
    '(toi|minh|em|con) (co |dang co |muon )?(hoi |mot |vai )?(cau hoi|thac mac|chuyen muon hoi) (nho|muon hoi|can hoi)?',
    '(ban|tro ly|ung dung) (nay )?(dung|lam|sinh ra) (de )?lam gi',
    '(toi|minh|em|con) (nen |co the )?(bat dau|hoi) (tu dau|the nao|nhu the nao|ra sao)',
    '(ban|tro ly|ung dung|app) (nay )?(co )?(mien phi|mat phi|an toan|bao mat|dang tin) (khong|ko)',
    '(please )?introduce yourself',
    'tell me (more )?about (yourself|you|galen)',
    '(help|help me|menu|commands|options|instructions|i need (some )?help)',
    '(show|tell) me what (you|u) can (do|help with)',
    '(ban|em|ad|bac si|tro ly|ung dung nay) (lam|giup) (duoc )?(nhung )?(gi|cai gi|viec gi|duoc gi)',
    '(ban|em|ad|bac si|tro ly) (co the )?(lam|giup|ho tro|tra loi|tu van) (duoc )?(cho )?(toi|minh|em|con)? (duoc )?(nhung )?(gi|viec gi|dieu gi) (cho (toi|minh|em|con|chung toi))? (khong|duoc khong)?',
    '(ban|em|ad|bac si|tro ly) (co the )?(giup|ho tro) (cho )?(toi|minh|em|con) (duoc )?(khong|ko|voi|mot chut|chut)? (khong|duoc khong)?',
    '(ban|em|ad|tro ly) (co )?(noi|biet|hieu|dung) (duoc )?tieng (anh|viet|phap|trung|nhat|han) (duoc )?(khong|ko|chu)',
    '(ban|em|ad|tro ly) (noi|biet) (duoc )?(nhung|may|bao nhieu) (tieng|thu tieng|ngon ngu) (nao|gi)?',
    '(ban|em|ad|tro ly) (tra loi|biet|tu van|ho tro|giup|noi) (duoc )?(ve )?(nhung|cac|may)? (chu de|linh vuc|loai benh|benh|van de|cau hoi|mang|chuyen khoa) (nao|gi)',
    '(ban|em|ad|tro ly|ung dung|app) (nay )?(co )?(nhung )?(chuc nang|tinh nang|kha nang|tac dung) (gi|nao)',
    '(huong dan|chi) (cho )?(toi|minh|em|con)? (cach )?(dung|su dung|hoi|dat cau hoi) (ung dung|app|cai|tro ly|phan mem)? (nay)?',
    '(cach |lam sao (de )?)?(dung|su dung) (ung dung|app|cai|tro ly|phan mem) nay (the nao|ra sao|lam sao|nhu the nao)?',
    '(toi|minh|em|con) (co the )?hoi (ban|bac si|ad|tro ly)? (mot )?(chut|cau|ti|dieu)? (duoc )?(khong|ko)',
    '(toi|minh|em|con) (co the |nen )?hoi (ban |bac si |ad )?(ve )?(nhung |cac )?(gi|chu de nao|van de gi|dieu gi|cai gi)',
    '(gioi thieu|noi) (ve )?(ban|minh|ban than|ban than minh|chinh ban)',
    'giup (toi|minh|em|con) (voi|duoc khong)?',
  ],
  filler: [
    '(doctor|doc|dr|nurse|sir|madam|maam|galen|assistant|bot|team|everyone|friend|guys|all|mate|dear|please|pls|folks)',
    '(so|very|much|a lot|lots|really|again|indeed|and|but|too|then|now|well|oh|ah|um|hmm|just|for now|there|today|always|tonight|everyone)',
    '(of course|alright|right|sorry)',
    '(bac si|bac|bs|ban|em|anh|chi|co|chu|con|chau|minh|toi|ad|admin|tro ly|quy|benh vien|quy khach|moi nguoi|ca nha|cac ban)',
    '(a|ah|nhe|nha|oi|da|vang|voi|nhieu|lam|rat|qua|di|day|vay|the|roi|luon|thoi|ha|u|uh|thi|va|mot lan nua|nua|nho|cho|nhieu nhieu|het)',
    '(hom nay|thong tin|cau tra loi)',
  ],
};

/** Longer messages ask something. */
const MAX_WORDS = 20;

/** What someone asks about Galen, or says goodbye with, weighs more than the greeting or the thanks before it. */
const BY_WEIGHT: readonly SmallTalk[] = ['capabilities', 'goodbye', 'thanks', 'small_talk', 'greeting'];

/** Up to six words, none of which asks something or objects to what was said. */
const ANY_FEW_WORDS =
  '(?:(?!(?:but|though|however|still|and|what|which|how|when|why|where|should|nhung|ma|van|sao|nao|gi|may|bao|khi|con|the|vay) )[^ ]+ ){0,6}';

type Kind = SmallTalk | 'filler';

const PHRASES = Object.entries(SMALL_TALK_PHRASES).flatMap(([kind, phrases]) =>
  // Cast: the table's own keys.
  phrases.map((phrase) => ({ kind: kind as Kind, pattern: patternOf(phrase) })),
);

/** What kind of small talk a message is made of from its first word to its last, or null: then it asks something. */
export function recogniseSmallTalk(message: string): SmallTalk | null {
  const words = wordsOf(message);
  if (words.length === 0 || words.length > MAX_WORDS) return null;
  const text = words.map((word) => `${word} `).join('');
  // By how far the text is read: the weightiest thing said in it until there. 0 is a text of fillers.
  const readTo = new Map<number, number>([[0, 0]]);
  for (let at = 0; at < text.length; at = text.indexOf(' ', at) + 1) {
    const before = readTo.get(at);
    if (before === undefined) continue;
    for (const { kind, pattern } of PHRASES) {
      pattern.lastIndex = at;
      if (!pattern.test(text) || pattern.lastIndex === at) continue;
      const weight = Math.max(before, weightOf(kind));
      readTo.set(pattern.lastIndex, Math.max(weight, readTo.get(pattern.lastIndex) ?? 0));
    }
  }
  const weight = readTo.get(text.length) ?? 0;
  return BY_WEIGHT.find((kind) => weightOf(kind) === weight) ?? null;
}

/** Words of the phrases that medicine uses too. */
const MEDICAL = new Set(
  'medical health dental diabetes diseases conditions specialties benh suc khoe nha si duoc dieu duong thuoc an ngu met buon go run care feeling sleep eat tired'.split(
    ' ',
  ),
);
const VOCABULARY = new Set(
  Object.values(SMALL_TALK_PHRASES)
    .flat()
    .flatMap((phrase) => phrase.match(/[a-z0-9]+/gu) ?? [])
    .filter((word) => !MEDICAL.has(word)),
);

/** Whether a message holds words of its own: some that are never small talk. */
export function hasWordsOfItsOwn(message: string): boolean {
  return wordsOf(message).some((word) => !VOCABULARY.has(word) && !SMALL_WORDS.has(word));
}

/** Words without a meaning of their own that no phrase of the table happens to hold. */
const SMALL_WORDS = new Set(
  'the an as at be been being by could did does doing had has he her his if into its let ll me more most my of off on or our out she should some such than their them these those up us was we were while whom why with would ve s t d m la thi ma cua bi se cung nhu boi tai day kia ay nay no ho chi ca moi rang len xuong ra vao'.split(
    ' ',
  ),
);

function weightOf(kind: Kind): number {
  return kind === 'filler' ? 0 : BY_WEIGHT.length - BY_WEIGHT.indexOf(kind);
}

function wordsOf(message: string): string[] {
  const folded = foldDiacritics(message.normalize('NFC')).toLowerCase();
  // "What's" and "I'm" are two words, as they are when typed without the mark.
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A phrase of the table, to be matched at a place of a text in which every word ends with a space. */
function patternOf(phrase: string): RegExp {
  const parts = phrase.match(/[a-z0-9]+|[()|?*]/gu) ?? [];
  const source = parts.map((part) => {
    if (part === '*') return ANY_FEW_WORDS;
    return part === '(' ? '(?:' : /\w/u.test(part) ? `(?:${part} )` : part;
  });
  return new RegExp(source.join(''), 'uy');
}

/** What someone says who asks nothing of medicine. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'small_talk' | 'capabilities';
