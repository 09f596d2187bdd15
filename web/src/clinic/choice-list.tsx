import { hrefOf } from '../shell/router.ts';
import { readChoices } from './read-choices.ts';

interface ChoiceListProps {
  output: Readonly<Record<string, unknown>>;
  onAsk: (question: string) => void;
}

/** What a question back offers: a patient leads to the chart, anything else is an answer. */
export function ChoiceList({ output, onAsk }: ChoiceListProps) {
  const { missing, choices } = readChoices(output);
  if (choices.length === 0) return null;
  return (
    <div className="no-print mt-4 flex flex-wrap gap-2">
      {choices.map(({ label, value }) =>
        missing === 'patient' ? (
          <a key={value} className="button" href={hrefOf('clinic', value)}>
            {label}
          </a>
        ) : (
          <button key={value} type="button" className="button" onClick={() => onAsk(label)}>
            {label}
          </button>
        ),
      )}
    </div>
  );
}
