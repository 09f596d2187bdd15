import { useText } from '../text/use-text.ts';
import { FIELD_CHOICES } from './write-fields.ts';

/** One value of a proposed write, to be changed in place. */
export function ArgumentField({
  name,
  value,
  onChange,
}: {
  name: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const { t } = useText();
  const isLong = value.length > 60 || value.includes('\n');
  const choices = FIELD_CHOICES[name];
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field, one of three kinds, is inside.
    <label className={isLong ? 'sm:col-span-2' : ''}>
      <span className="mb-1 block text-muted text-sm">
        {t.approval.fields[name] ?? name.replaceAll('_', ' ')}
      </span>
      {choices !== undefined && (
        <select className="field" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t.approval.notStated}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {t.approval.choices[choice] ?? choice}
            </option>
          ))}
        </select>
      )}
      {choices === undefined && isLong && (
        <textarea
          className="field"
          rows={4}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {choices === undefined && !isLong && (
        <input
          className="field"
          placeholder={t.approval.notStated}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </label>
  );
}
