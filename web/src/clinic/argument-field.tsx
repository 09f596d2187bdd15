import { useText } from '../text/use-text.ts';

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
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field, one of two kinds, is inside.
    <label className={isLong ? 'sm:col-span-2' : ''}>
      <span className="mb-1 block text-muted text-sm">
        {t.approval.fields[name] ?? name.replaceAll('_', ' ')}
      </span>
      {isLong ? (
        <textarea
          className="field"
          rows={4}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input className="field" value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </label>
  );
}
