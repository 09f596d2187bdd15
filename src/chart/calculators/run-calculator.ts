import { BANDS } from '../../../texts/calculator-bands.ts';
import { CHOICE_NAMES, FIGURE_NAMES, INPUT_NAMES } from '../../../texts/calculator-inputs.ts';
import {
  CALCULATION,
  CALCULATOR_LIMITS,
  CALCULATOR_NAMES,
  FORMULAS,
  INPUT_REMARKS,
  REFUSALS,
} from '../../../texts/calculators.ts';
import { fillTemplate, type Language, type Sentences } from '../../domain/language.ts';
import type { Calculation } from './calculation.port.ts';
import type { Calculator, Figure } from './calculator.ts';
import { formsOf, type Input, type InputId, inputOf, unitKey, type Values } from './calculator-inputs.ts';
import { inputsOf } from './calculators.ts';
import type { Charted } from './read-charted.ts';
import { type Interpreted, interpret, type SaidInputs } from './read-said.ts';

const DAY_MS = 86_400_000;
/** Days for which a value of the chart stands for today's; then it is said to be old, and from the second on asked for. */
const STANDS: Readonly<
  Record<'vital' | 'lab' | 'body' | 'said', readonly [fresh: number, usable: number, acute: number]>
> = {
  vital: [1, 365, 1],
  lab: [90, 365, 7],
  body: [180, 365, 90],
  said: [365, 365, 365],
};
const GROWN = 20;

/** An input as it is used, and where it comes from. */
type Known = Omit<Calculation['inputs'][number], 'input'> & {
  /** As which it was told: urea nitrogen for urea. */
  form?: InputId;
  assumed?: true;
  isOld?: boolean;
};

/** One calculation: each input from what was said, else from the chart, else asked for or counted as absent. */
export function runCalculator(
  calculator: Calculator,
  from: {
    said: SaidInputs;
    charted: ((id: InputId, on?: string) => Charted | null) | null;
    now: number;
    language: Language;
  },
): Calculation {
  const { said, charted, now, language } = from;
  const today = new Date(now).toISOString().slice(0, 10);
  const { id: name, asks, absent, may, unless, acute } = calculator;
  const known = new Map<InputId, Known>();
  const problems = new Map<InputId, string>();
  for (const id of new Set(inputsOf(calculator))) look(id);
  ageOnTheDay();
  const isSaid = [...known].some(([id, { origin }]) => origin === 'said' && isUsed(id));
  // Silence means "absent" where a clinician lists findings, or where a chart would tell; not otherwise.
  const maySkip = isSaid || (charted !== null && !calculator.bedside);
  const counted = absent.filter((id) => !known.has(id));
  const missing = [...asks, ...absent, ...may].filter((id) => {
    if (known.has(id) || isStoodFor(id)) return false;
    // What was told and not understood is never passed over.
    const isTold = formsOf(id).some((form) => said[form] !== undefined);
    return isTold || asks.includes(id) || (!maySkip && absent.includes(id));
  });
  const told = [...known];
  const base = {
    calculator: name,
    figures: [],
    inputs: inputsTold(),
    missing: [],
    lines: [],
    chart_lines: [],
  };
  const title = textOf(CALCULATOR_NAMES, name);
  const values = Object.fromEntries(told.map(([id, { value }]) => [id, value])) as Partial<Values>;
  const reason = outOfBounds(values);
  if (reason !== null) return refuse(reason);
  if (missing.length > 0) {
    const asked = missing
      .filter((id) => !missing.slice(0, missing.indexOf(id)).includes(unless[id] ?? id))
      .map(ask);
    const have = told.filter(([id]) => isUsed(id)).map(([id, one]) => show(id, one));
    const lines = [
      say('missing', { name: title, inputs: asked.join('; ') }),
      ...(have.length > 0 ? [say('known', { inputs: have.join('; ') })] : []),
    ];
    return { ...base, status: 'missing', missing, lines };
  }
  const computed = calculator.compute(
    { ...values, ...Object.fromEntries(counted.map((id) => [id, false])) },
    today,
  );
  if ('refused' in computed) return refuse(textOf(REFUSALS, computed.refused));
  const bandTexts: Readonly<Record<string, Sentences>> = BANDS;
  const bands = computed.bands.map((band) => textOf(bandTexts[name] ?? {}, band));
  const of = (origin: Known['origin']) =>
    told.filter(([id, one]) => one.origin === origin && isUsed(id)).map(([id, one]) => show(id, one));
  const unused = may.filter((id) => !known.has(id));
  const line = (key: keyof typeof CALCULATION, parts: readonly string[], gap: string) =>
    parts.length === 0 ? [] : [say(key, { [gap]: parts.join('; ') })];
  const chartLines = line('charted', of('chart'), 'inputs');
  const points = computed.points?.map(({ input, points: n }) => `${nameOf(input)} ${n > 0 ? '+' : ''}${n}`);
  return {
    ...base,
    status: 'ok',
    figures: computed.figures,
    chart_lines: chartLines,
    lines: [
      `${title}: ${computed.figures.map(showFigure).join('; ')}.`,
      ...line('meaning', bands, 'bands'),
      ...(points === undefined
        ? []
        : points.length === 0
          ? [say('no_points', {})]
          : line('points', points, 'points')),
      ...line('said', of('said'), 'inputs'),
      ...chartLines,
      ...line(
        'assumed',
        told.filter(([, one]) => one.assumed).map(([id, one]) => show(id, one)),
        'inputs',
      ),
      ...line('differs', whoDiffers(), 'inputs'),
      ...line('absent', counted.map(nameOf), 'inputs'),
      ...line('not_counted', unused.map(nameOf), 'inputs'),
      say('formula', { formula: formulaOf() }),
      say('source', { source: calculator.source }),
      say('limits', { limits: textOf(CALCULATOR_LIMITS, name) }),
    ],
  };

  function look(form: InputId): void {
    const input = inputOf(form);
    const id = input.kind === 'number' ? (input.as ?? form) : form;
    const told = said[form];
    if (told !== undefined) {
      const read: Interpreted = interpret(form, told, today);
      if (read.value !== null) known.set(id, { ...read, form, origin: 'said', date: null, reference: null });
      else problems.set(id, fillTemplate(INPUT_REMARKS[read.problem][language], { value: read.text }));
      return;
    }
    const found =
      known.has(id) || formsOf(id).some((one) => said[one] !== undefined) ? null : (charted?.(id) ?? null);
    if (found === null) return;
    const days = found.date === null ? 0 : (now - Date.parse(found.date)) / DAY_MS;
    const [fresh, usable, whenAcute] = STANDS[input.kind === 'number' ? input.group : 'said'];
    const isGrown = id === 'height' && Number(charted?.('age')?.value) >= GROWN;
    // A value without a day may be of any day.
    if (!isGrown && !(days <= (acute ? whenAcute : usable)))
      problems.set(id, fillTemplate(INPUT_REMARKS.too_old[language], { value: dated(found) }));
    else known.set(id, { ...found, origin: 'chart', isOld: !(days <= fresh) });
  }

  /** A result of the laboratory belongs to the age on its day. */
  function ageOnTheDay(): void {
    const day = known.get('creatinine')?.date;
    const age = day ? charted?.('age', day) : null;
    if (age && known.get('age')?.origin === 'chart') known.set('age', { ...age, origin: 'chart' });
  }

  /** Whoever is spoken of may not be the one whose chart is open. */
  function whoDiffers(): string[] {
    return (['age', 'sex'] as const).flatMap((id) => {
      const there = charted?.(id);
      const isOther = there && known.get(id)?.origin === 'said' && known.get(id)?.value !== there.value;
      return isOther ? [show(id, { ...there, origin: 'chart' })] : [];
    });
  }

  function isStoodFor(id: InputId): boolean {
    const other = unless[id];
    return other !== undefined && known.has(other);
  }

  function isUsed(id: InputId): boolean {
    return asks.includes(id) || absent.includes(id) || may.includes(id);
  }

  function outOfBounds({ age, pregnant }: Partial<Values>): string | null {
    if (age !== undefined && age < calculator.fromAge)
      return fillTemplate(REFUSALS.child[language], { age: calculator.fromAge });
    return pregnant && calculator.notInPregnancy ? REFUSALS.pregnancy[language] : null;
  }

  function refuse(why: string): Calculation {
    const limits = say('limits', { limits: textOf(CALCULATOR_LIMITS, name) });
    return { ...base, status: 'refused', lines: [say('refused', { name: title, reason: why }), limits] };
  }

  function inputsTold(): Calculation['inputs'] {
    const rows = [...known].map(([input, { value, text, origin, date, reference }]) => ({
      input,
      value,
      text,
      origin,
      date,
      reference,
    }));
    const no = { value: false, text: 'no', origin: 'assumed absent', date: null, reference: null } as const;
    return [...rows, ...(maySkip ? counted.map((input) => ({ input, ...no })) : [])];
  }

  function say(key: keyof typeof CALCULATION, values: Record<string, string>): string {
    return fillTemplate(CALCULATION[key][language], values);
  }

  function textOf(texts: Sentences, key: string): string {
    return texts[key]?.[language] ?? key;
  }

  /** Without what it may be, which is for the question alone. */
  function nameOf(id: string): string {
    return textOf(INPUT_NAMES, id).replace(/ \([^)]*,[^)]*\)$/u, '');
  }

  function formulaOf(): string {
    if (calculator.formula === null) return textOf(FORMULAS, name);
    return calculator.formula(values).replace(/\{(\w+)\}/gu, (_, word: string) => wordOf(word));
  }

  /** A word of a formula: an input, a choice, or what is left. */
  function wordOf(word: string): string {
    if (word === 'else') return INPUT_REMARKS.else[language];
    return word in CHOICE_NAMES ? textOf(CHOICE_NAMES, word) : nameOf(word);
  }

  function ask(id: InputId): string {
    const notes = [howToSay(inputOf(id)), problems.get(id) ?? ''].filter((note) => note !== '');
    const asked = INPUT_NAMES[id][language];
    return notes.length === 0 ? asked : `${asked} (${notes.join('; ')})`;
  }

  function howToSay(input: Input): string {
    if (input.kind === 'flag') return INPUT_REMARKS.yes_no[language];
    if (input.kind === 'date') return INPUT_REMARKS.a_date[language];
    if (input.kind === 'choice') return '';
    // One unit of each size.
    const sizes = new Map(input.spelled.toReversed().map((unit) => [input.units[unitKey(unit)]?.[0], unit]));
    return [...sizes.values()].toReversed().join(', ');
  }

  function show(id: InputId, { value, text, origin, date, isOld, form = id }: Known): string {
    const isNamed = typeof value === 'string' && value in CHOICE_NAMES;
    const word = isNamed
      ? textOf(CHOICE_NAMES, value)
      : value === true
        ? INPUT_REMARKS.yes[language]
        : INPUT_REMARKS.no[language];
    // A condition of the chart is shown in the chart's own words.
    const shown =
      isNamed || (typeof value === 'boolean' && origin === 'said') ? word : text.replace(/ years$/u, '');
    const notes = [date?.slice(0, 10) ?? '', isOld ? INPUT_REMARKS.old[language] : ''].filter(
      (note) => note !== '',
    );
    return `${nameOf(form)}: ${shown}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  }

  function dated({ text, date }: Charted): string {
    return date === null || date === '' ? text : `${text} (${date.slice(0, 10)})`;
  }

  function showFigure({ name: key, value, unit, digits }: Figure): string {
    const shown = typeof value === 'number' ? value.toFixed(digits) : value;
    return `${textOf(FIGURE_NAMES, key)} ${shown}${unit === '' ? '' : ` ${unit}`}`;
  }
}
