/** Classes of words that patterns of prompt injection are made of, folded: no marks, lower case. A phrase is one entry with "_". */
export const WORD_CLASSES: Readonly<Record<string, string>> = {
  // To set aside what was said.
  override:
    'never_mind set_aside put_aside throw_away pay_no_attention_to pay_no_attention leave_behind ' +
    'vernachlassige streiche losche verwirf scarta ignorer ignorar olvidate ignore disregard forget ' +
    'neglect override overrule abandon discard dismiss omit drop overwrite bo_qua quen quen_het phot_lo ' +
    'lo_di mac_ke gat_bo xoa_bo bo_het vergiss vergesse vergessen ignoriere ignorieren missachte olvida ' +
    'olvide olviden ignora oublie oubliez ignorez zaboravi dimentica esquece esqueca negeer vergeet ' +
    'ignoruj zapomnij forgot forgetting ignoring disregarding ignored vergisst vergesst ignorierst ' +
    'ignoriert ubergehe ubergeh',
  // To stop keeping to it.
  stop: 'stop cease quit ngung dung_lai',
  follow: 'follow following obey obeying heed adhere comply tuan_theo tuan_thu lam_theo nghe_theo',
  not: 'not never dont don no_longer khong dung ko dung_co khong_can nicht nie ne pas',
  all:
    'all any every everything anything each tat_ca moi toan_bo het nhung cac alle alles todas todos todo ' +
    'toutes tous tout sve svi tutte tutti wszystkie',
  everything: 'all_of_that all_this all_that everything anything alles todo tout sve whatever',
  prior:
    'last aforementioned so_far until_now up_to_now bisher zuvor vorher obigen oben obige vorhergehenden ' +
    'vorigen fruheren vorangehenden vorherige vorherigem vorheriges bisherige vorhergehende precedente ' +
    'previas previos previous prior preceding earlier above before former past foregoing beforehand ' +
    'existing initial original old truoc truoc_do o_tren phia_tren ben_tren ban_dau cu vorherigen ' +
    'vorangegangenen bisherigen davor gesagte anteriores anterior antes precedentes prethodne',
  your:
    'dein your ur yours deine deinen deiner deines deinem ihre ihren ihrer tus vos votre cua_ban ' +
    'cua_galen',
  you: 'you ban galen du chatgpt gpt assistant ai',
  // What a model keeps to.
  rules:
    'briefing specifications requirements requests statement statements messages vorschriften ' +
    'aufforderungen befehl regel anordnungen instruktionen ordenes instruction instructions prompt ' +
    'prompts rule rules directive directives guideline guidelines order orders command commands direction ' +
    'directions constraint constraints restriction restrictions policy policies programming training ' +
    'huong_dan chi_dan chi_thi quy_tac quy_dinh menh_lenh lenh cau_lenh loi_nhac gioi_han han_che ' +
    'anweisung anweisungen instruktion regeln vorgaben angaben befehle instrucciones reglas consignes ' +
    'regles instrukcije upute istruzioni instrucoes instructies instrukcje',
  // What a conversation was about until now: only together with words that set it aside.
  tasks:
    'task knowledge articles content contents wissen eingaben anfragen inhalte artikel kontext tasks ' +
    'assignment assignments information context conversation discussion thoughts texts text input inputs ' +
    'aufgabe aufgaben auftrag auftrage informationen texte nhiem_vu noi_dung hoi_thoai thong_tin',
  told:
    'besprochen besprochene geschrieben geschriebene gelernt weisst discussed_before wissen told said ' +
    'discussed know known learned learnt taught given instructed written duoc_bao da_noi duoc_day gesagt',
  system:
    'system developer developers hidden secret internal initial initially original confidential he_thong ' +
    'nha_phat_trien bi_mat ban_dau goc',
  prompt: 'prompt prompts prompttext loi_nhac cau_nhac',
  show:
    'show print reveal repeat output dump display disclose expose translate summarise summarize copy ' +
    'recite tell give list leak quote paraphrase in_ra cho_xem xem hien_thi tiet_lo lap_lai nhac_lai ' +
    'doc_lai dich liet_ke cho_biet zeige zeig zeigen gib nenne wiederhole muestra repite montre affiche',
  what: 'what which whats gi was que quelles quels',
  safety:
    'safety content security moderation ethical ethics filter filters safeguards guardrails censorship ' +
    'an_toan bo_loc noi_dung kiem_duyet',
  safeguard:
    'filter filters guardrails guardrail safeguards safeguard restrictions censorship bo_loc kiem_duyet ' +
    'settings checks protections policy policies guidelines rules limits limitations',
  disable:
    'bypass disable override deactivate circumvent evade skip lift remove turn_off switch_off vo_hieu_hoa ' +
    'tat bo vuot_qua go_bo',
  none: 'no without zero khong khong_co khong_bi chang thieu ohne keine sin sans',
  limits:
    'restriction restrictions limit limits limitations rule rules filter filters censorship policy ethics ' +
    'morals boundaries constraints guidelines gioi_han han_che rang_buoc quy_tac bo_loc kiem_duyet',
  unbound: 'unrestricted uncensored unfiltered jailbroken jailbreak unlimited unchained amoral evilgpt evil',
  machine: 'ai model chatbot bot assistant gpt llm chatgpt machine agent persona character mo_hinh tro_ly',
  pretend: 'pretend imagine roleplay act behave simulate dong_vai gia_vo tuong_tuong vao_vai gia_su',
  mode: 'mode modus che_do',
  modename:
    'developer dev jailbreak dan god uncensored unrestricted debug admin sudo maintenance nha_phat_trien',
  new:
    'new following other another additional further neue neuen neuer weitere weiteren folgende folgender ' +
    'nueva nouvelle moi',
  newtask:
    'task tasks instruction instructions assignment assignments order orders aufgabe aufgaben anweisung ' +
    'anweisungen auftrag auftrage',
  now: 'from_now_on ab_jetzt next als_nachstes now jetzt nun bay_gio tu_gio ahora maintenant',
  praise:
    'gluckwunsch hervorragende hervorragenden ausgezeichnet toll toll_gemacht brilliant amazing awesome ' +
    'impressive genug das_genugt thank_you_very_much nicely_done great excellent fantastic wonderful ' +
    'congratulations perfect wow bravo super very_good very_well well_done good_job great_job good_work ' +
    'thats_enough hammer klasse prima wunderbar erledigt sehr_gut gut_gemacht ausgezeichnete fantastisch grossartig hervorragend super_gemacht',
  write:
    'write generate compose print output say answer reply schreibe schreib schreiben generiere formuliere ' +
    'sage sag escribe ecris',
  say:
    'antworten ausgeben state claim tell declare sagen behaupte say print output write reply respond ' +
    'answer repeat sag sage schreibe schreib decir di dites dis noi tra_loi in_ra viet',
  only: 'only just simply merely exactly nur einfach solo seulement chi',
  question_word:
    'does do did can could may might would will which that who whether these those genes proteins',
  person:
    'i we he she they my his her patient patients clinician clinicians doctor doctors nurse nurses ' +
    'physician physicians father mother child people women men adults practitioners surgeons toi minh ' +
    'chung_toi bac_si benh_nhan nguoi_benh dieu_duong te_bao',
  // Whose it is when it is not the model's: "ignore my last message", "the rules of his doctor".
  owner:
    'my our his her their doctor doctors physician pharmacist nurse nurses patient patients hospital clinic bac_si ' +
    'benh_vien',
  generate:
    'write generate create compose formulate draft produce invent make schreibe schreib generiere ' +
    'generieren erstelle verfasse formuliere dichte erfinde viet soan',
  work:
    'essay poem story song manifesto headline headlines speech joke plea justification slogan tweet ' +
    'sonnet rap haiku novel article artikel schlagzeile liebesgedicht liebesbrief kurzgeschichte love_letter ' +
    'limerick drehbuch screenplay lyrics aufsatz gedicht geschichte lied manifest uberschrift rede witz begrundung ' +
    'pladoyer bai_tho bai_hat truyen',
  character:
    'pirate storyteller comedian rapper philosopher villain conspiracy_theorist racist anti_semite ' +
    'antisemit terrorist hacker criminal nazi king president chancellor dj poet actor pirat piraten rassist ' +
    'rassisten dictator diktator clown gangster alien vampire princess prinzessin',
  code: 'code python java javascript typescript php html css sql bash regex script skript programmcode quellcode pythoncode',
  // What is shouted in the middle of a question.
  order:
    'say write print output answer reply respond tell show ignore forget repeat talk stop antworte ' +
    'schreibe sage vergiss ignoriere bist reden sag tra_loi noi bo_qua',
  sources:
    'documents document articles article artikels sources source passages references texts evidence ' +
    'tai_lieu nguon',
  user: 'user users asker reader readers nguoi_dung nguoi_hoi',
  ai:
    'ai llm chatbot assistant gpt chatgpt language_model ai_model ai_assistant tro_ly_ai tro_ly_ao ' +
    'mo_hinh_ngon_ngu galen',
};

/** Who a model may well be asked to speak as in a hospital, what else acts as something there, and what people call each other. */
export const NO_PERSONA = new Set(
  (
    'doctor physician nurse clinician surgeon therapist pharmacist dietitian nutritionist psychologist psychiatrist ' +
    'midwife paramedic gp patient specialist consultant resident intern registrar student caregiver carer reminder ' +
    'woman man person adult child smoker pregnant year old days weeks months bac duoc dieu chuyen benh nguoi ' +
    'suppressor substitute marker barrier antagonist agonist inhibitor predictor trigger buffer carrier reservoir bridge ' +
    'dear angel bit good great best wonderful amazing awesome lifesaver star genius kind nice legend sport little ' +
    'liar idiot joke robot machine computer bot real'
  ).split(' '),
);
