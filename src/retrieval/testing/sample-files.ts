import { wordParagraph, writeDocx } from './write-docx.ts';
import { writePdf } from './write-pdf.ts';

export interface SampleFile {
  name: string;
  bytes: Uint8Array;
}

export function textFile(name: string, text: string): SampleFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

const PUBMED_ARTICLE = `<PubmedArticle><MedlineCitation><PMID Version="1">111</PMID><Article>
<Journal><JournalIssue><PubDate><Year>2012</Year></PubDate></JournalIssue><Title>Heart &amp; Lung</Title></Journal>
<ArticleTitle>Statins in <i>older</i> adults: <b>a trial</b>.</ArticleTitle>
<ELocationID EIdType="pii" ValidYN="Y">S1</ELocationID><ELocationID EIdType="doi" ValidYN="Y">10.1000/a.b</ELocationID>
<Abstract><AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">Platelets of 10<sup>9</sup>/L &lt; 5 were seen. J&#xfc;rgen saw them.</AbstractText>
<AbstractText Label="RESULTS">Death fell by 30%.</AbstractText></Abstract>
<AuthorList><Author><LastName>Doe</LastName><Initials>J</Initials></Author><Author><CollectiveName>The Trial Group</CollectiveName></Author></AuthorList>
<PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType><PublicationType UI="D016449">Randomized Controlled Trial</PublicationType></PublicationTypeList>
</Article></MedlineCitation></PubmedArticle>`;

export function pubmedXml(articles = PUBMED_ARTICLE): string {
  return `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet>${articles}</PubmedArticleSet>`;
}

export const NBIB = `PMID- 222
OWN - NLM
DP  - 2019 Oct-Dec
TI  - A long title that goes
      over two lines.
LID - 10.1000/xyz [doi]
AB  - BACKGROUND: Dengue is common. METHODS: We followed 1,200 children in
      three provinces. RESULTS AND DISCUSSION: Shock was rare.
AU  - Tran A
AU  - Le B
AU  - Pham C
AU  - Vu D
PT  - Journal Article
PT  - Observational Study
JT  - The Journal of Fevers

PMID- 333
TI  - Taken back.
AB  - Untrue.
PT  - Retracted Publication
`;

export const QUESTIONS_CSV = [
  '\uFEFF demuc , CHU_DE_CON,Stt,CauHoi,CAUTRALOI,GIAITHICH',
  'Nội tiết, Đái tháo đường ,1,HbA1c là gì?,"Là hemoglobin gắn glucose, tính theo %.",Phản ánh 3 tháng.',
  'Nội tiết,Đái tháo đường,2,"Hạ đường huyết',
  'xử trí thế nào?",Uống 15 g đường.,',
  'Nội tiết,Đái tháo đường,3,Khi nào đo đường huyết?, ,Chưa có',
  ',,,,,',
  'Tim mạch,Tăng huyết áp,1,hba1c là  gì,Câu khác.,',
  'Tim mạch,Tăng huyết áp,2,,Không có câu hỏi.,',
].join('\r\n');

/** A sound file of every format. */
export function sampleFiles(): SampleFile[] {
  const prose = 'The dose is 3.5 mg i.v. by Dr. Who. Repeat it once! Then stop? '.repeat(6);
  return [
    textFile(
      'notes.md',
      `# Notes\n\n## Dosing\n\n${prose}\n\n- one item\n- two items\n\n## Vietnamese\n\nUống thuốc. Nghỉ ngơi.`,
    ),
    textFile('plain.txt', `First line.\r\nSecond line.\r\n\r\n${prose}`),
    { name: 'wide.txt', bytes: new Uint8Array(Buffer.from(`\uFEFFĐái tháo đường. ${prose}`, 'utf16le')) },
    textFile(
      'page.html',
      `<!doctype html><html lang="vi"><title>Trang</title><body><h2>Liều</h2><p>${prose}</p><ul><li>Một<li>Hai</ul></body>`,
    ),
    {
      name: 'pages.pdf',
      bytes: writePdf([
        [
          { text: 'Dosing in adults', size: 16, y: 750 },
          { text: 'The first sentence begins here and', y: 720 },
          { text: 'ends on the next line. The second one', y: 708 },
        ],
        [{ text: 'ends overleaf. A third stands alone.', y: 750 }],
      ]),
    },
    { name: 'word.docx', bytes: writeDocx(wordParagraph('Heading', 'Heading1') + wordParagraph(prose)) },
    textFile(
      'lines.jsonl',
      `{"_id":"a","title":"A","text":"${prose}"}\n{"id":7,"title":"B","abstract":"Short."}\n`,
    ),
    textFile('set.xml', pubmedXml()),
    textFile('set.nbib', NBIB),
    textFile('questions.csv', QUESTIONS_CSV),
  ];
}
