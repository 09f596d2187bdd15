import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeText } from './analyze-text.ts';
import { correctSpelling, doubtfulWords, editDistance } from './correct-spelling.ts';

const vocabularyOf = (...words: string[]) =>
  new Map(words.flatMap((word) => analyzeText(word, 'en')).map((term) => [term, 3]));

const correct = (word: string, ...known: string[]) => correctSpelling(word, vocabularyOf(...known), 'en');

/** Names that are taken for each other on paper, of the kind that ISMP lists. */
const LOOK_ALIKES =
  `prednisone prednisolone|hydroxyzine hydralazine|metformin metronidazole|clonidine clonazepam
  |chlorpromazine chlorpropamide|vinblastine vincristine|dopamine dobutamine|cycloserine cyclosporine
  |daunorubicin doxorubicin|epinephrine ephedrine|fentanyl sufentanil|glipizide glyburide|lamivudine lamotrigine
  |lamotrigine levetiracetam|hydrocodone oxycodone|hydromorphone morphine|medroxyprogesterone methylprednisolone
  |nicardipine nifedipine|nifedipine nimodipine|oxcarbazepine carbamazepine|quinidine quinine|quinine clonidine
  |risperidone ropinirole|sulfadiazine sulfasalazine|tolazamide tolbutamide|tramadol trazodone
  |valaciclovir valganciclovir|cisplatin carboplatin|clomiphene clomipramine|amantadine amiodarone
  |bupropion buspirone|cefazolin ceftriaxone|cefotetan cefoxitin|cefotaxime cefuroxime|penicillin penicillamine
  |phenobarbital pentobarbital|dexmedetomidine dexamethasone|sumatriptan zolmitriptan|infliximab rituximab
  |rifampin rifaximin|rifampicin rifabutin|torsemide furosemide|guaifenesin guanfacine|mifepristone misoprostol
  |methimazole metolazone|propranolol prazosin|prednisolone primidone|idarubicin epirubicin|hydroxyurea hydroxyzine`
    .split('|')
    .map((pair) => pair.trim().split(' ') as [string, string]); // Each pair is two words.

const MISSPELT =
  `metformim metformin|metfornin metformin|ibuprofin ibuprofen|ibuprophen ibuprofen|amoxicilin amoxicillin
  |amoxycilin amoxicillin|paracetamole paracetamol|paracetemol paracetamol|acetominophen acetaminophen|asprin aspirin
  |warfrin warfarin|warafrin warfarin|predisolone prednisolone|omeprazol omeprazole|atorvastain atorvastatin
  |lisinoprill lisinopril|amlodapine amlodipine|furosimide furosemide|gabapentine gabapentin|azithromicin azithromycin
  |ciprofloxacine ciprofloxacin|dexamethazone dexamethasone|tramadoll tramadol|sertralin sertraline
  |hypertention hypertension|hypertensoin hypertension|diarhea diarrhea|diarrea diarrhea|diarrhoae diarrhoea
  |pnuemonia pneumonia|pneumonai pneumonia|anaphilaxis anaphylaxis|anaphylaxsis anaphylaxis|athsma asthma|astma asthma
  |diabetis diabetes|diabtes diabetes|dibetes diabetes|gestatinal gestational|preclampsia preeclampsia
  |miscarrige miscarriage|tuberculosys tuberculosis|tubercolosis tuberculosis|vacination vaccination|vaccinaton vaccination
  |deppression depression|depresion depression|osteoperosis osteoporosis|arthritus arthritis|artheritis arthritis
  |ezcema eczema|exzema eczema|alergic allergic|hemorhage hemorrhage|haemorrage haemorrhage|cholestrol cholesterol
  |colesterol cholesterol|seizuers seizures|migrane migraine|epilepsey epilepsy|periodontis periodontitis`
    .split('|')
    .map((pair) => pair.trim().split(' ') as [string, string]); // Each pair is two words.

describe('correctSpelling', () => {
  it('puts most misspellings right', () => {
    const known = [...new Set(MISSPELT.map(([, right]) => right))];
    const missed = MISSPELT.filter(([wrong, right]) => {
      const stem = analyzeText(right, 'en');
      // A misspelling with the same stem is found as it is.
      if (analyzeText(wrong, 'en')[0] === stem[0]) return false;
      const [found] = correct(wrong, ...known);
      return found === undefined || analyzeText(found.to, 'en')[0] !== stem[0];
    });
    expect(MISSPELT.length).toBeGreaterThanOrEqual(60);
    expect(MISSPELT.length - missed.length, missed.join('; ')).toBeGreaterThanOrEqual(50);
  });

  it('never turns a drug into one that looks like it', () => {
    expect(LOOK_ALIKES.length).toBeGreaterThanOrEqual(40);
    for (const [one, other] of LOOK_ALIKES) {
      expect(correct(one, other)).toEqual([]);
      expect(correct(other, one)).toEqual([]);
    }
  });

  it('leaves a drug that no list names, known by its form alone', () => {
    expect(correct('betaxolol', 'bevaxolol')).toEqual([]);
  });

  it('guesses no drug when another is as near, or the nearest is not in the index', () => {
    expect(correct('cefotitan', 'cefotetan')).toEqual([{ from: 'cefotitan', to: 'cefotetan' }]);
    expect(correct('prednisoone', 'prednisolone')).toEqual([]);
    expect(correct('hydroxizine', 'hydralazine')).toEqual([]);
  });

  it('leaves short words, numbers, acronyms, ordinary words and what the index knows', () => {
    expect(correct('dosa', 'dose')).toEqual([]);
    expect(correct('10000', '10001')).toEqual([]);
    expect(correct('NSAIT', 'nsaid')).toEqual([]);
    expect(correct('house about dysphasia and laptop', 'mousa', 'housa', 'dysphagia', 'laptap')).toEqual([]);
    expect(correct('metfornin', 'metfornin', 'metformin')).toEqual([]);
  });

  it('never takes one extreme for the other', () => {
    expect(correct('hypertension hyperglycemic', 'hypotension', 'hypoglycemic')).toEqual([]);
  });

  it('allows one edit in a short word and two in a long one', () => {
    expect(correct('asthna', 'asthma')).toHaveLength(1);
    expect(correct('azhtmaa', 'asthma')).toEqual([]);
    expect(correct('tubercolosys', 'tuberculosis')).toEqual([{ from: 'tubercolosys', to: 'tuberculosis' }]);
  });

  it('has no doubt about words that are never searched for', () => {
    expect(correct('should between because after during', 'shoulder', 'betwen', 'aft')).toEqual([]);
    expect(doubtfulWords('Should it be taken because or between or after?', 'en')).toEqual([]);
  });

  it('does not take a word for another whose stem happens to look alike', () => {
    expect(correct('infertility knitting drops', 'infecti', 'kint', 'droop')).toEqual([]);
  });

  it('corrects foreign words in Vietnamese and no syllable', () => {
    const vocabulary = new Map([
      ['metformin', 2],
      ['duong', 4],
      ['đường', 4],
    ]);
    expect(correctSpelling('thuốc metfornin', vocabulary, 'vi')).toEqual([
      { from: 'metfornin', to: 'metformin' },
    ]);
    expect(correctSpelling('thuong duowng dương', vocabulary, 'vi')).toEqual([]);
  });
});

/** By the definition, without any limit. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i || j),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.NaN;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const cost = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      const row = table[i];
      if (row) row[j] = i === 0 ? j : j === 0 ? i : cost;
    }
  }
  return at(a.length, b.length);
}

describe('editDistance', () => {
  it('counts letters left out, put in, changed, and neighbours swapped', () => {
    expect(editDistance('metformin', 'metformin', 2)).toBe(0);
    expect(editDistance('metfornin', 'metformin', 2)).toBe(1);
    expect(editDistance('warfrin', 'warfarin', 2)).toBe(1);
    expect(editDistance('ashtma', 'asthma', 2)).toBe(1);
    expect(editDistance('kitten', 'sitting', 2)).toBe(3);
  });

  it('is what the definition says, up to the limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 9 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(plainDistance(a, b), limit + 1));
      }),
    );
  });
});
