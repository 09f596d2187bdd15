import type { Principal, Scope } from '../../../src/domain/access.ts';
import type { EvidenceLevel } from '../../../src/domain/evidence-level.ts';
import { useText } from '../text/use-text.ts';

/** What is said of files that are added. Empty is: as the file says. */
export interface UploadChoice {
  scope: Scope;
  department: string;
  level: EvidenceLevel | '';
  sourceType: string;
}

/** Who may write for one department only begins with that one. */
export function firstChoice({ scopes, departments }: Principal): UploadChoice {
  const [own = ''] = departments;
  const scope = scopes.includes('internal') ? 'internal' : 'public';
  return { scope, department: own === '*' ? '' : own, level: '', sourceType: '' };
}

interface UploadSettingsProps {
  principal: Principal;
  choice: UploadChoice;
  onChange: (choice: UploadChoice) => void;
}

/** Who may read the files, and what kind of source they are; only what the asker may choose is offered. */
export function UploadSettings({ principal, choice, onChange }: UploadSettingsProps) {
  const { t } = useText();
  const { scope, department, level, sourceType } = choice;
  const change = (part: Partial<UploadChoice>) => onChange({ ...choice, ...part });
  const isFree = principal.departments.includes('*');
  return (
    <div className="mt-4 grid gap-3 sm:grid-cols-2">
      <label>
        <span className="mb-1 block text-muted text-sm">{t.knowledge.scope}</span>
        {/* Its options are scopes. */}
        <select
          className="field"
          value={scope}
          onChange={(event) => change({ scope: event.target.value as Scope })}
        >
          {principal.scopes.map((name) => (
            <option key={name} value={name}>
              {t.knowledge.scopes[name]}
            </option>
          ))}
        </select>
      </label>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the field, one of two kinds, is inside. */}
      <label>
        <span className="mb-1 block text-muted text-sm">{t.knowledge.department}</span>
        {isFree ? (
          <input
            className="field"
            placeholder={t.knowledge.departmentHint}
            value={department}
            onChange={(event) => change({ department: event.target.value })}
          />
        ) : (
          <select
            className="field"
            value={department}
            onChange={(event) => change({ department: event.target.value })}
          >
            {principal.departments.map((name) => (
              <option key={name} value={name}>
                {t.departments[name] ?? name}
              </option>
            ))}
            {scope === 'public' && <option value="">{t.knowledge.noDepartment}</option>}
          </select>
        )}
      </label>
      <label title={t.knowledge.sourceTypeHint}>
        <span className="mb-1 block text-muted text-sm">{t.knowledge.sourceType}</span>
        <select
          className="field"
          value={sourceType}
          onChange={(event) => change({ sourceType: event.target.value })}
        >
          <option value="">{t.knowledge.levelAuto}</option>
          <option value="guidelines">{t.knowledge.sourceTypes.guidelines}</option>
          <option value="pubmed">{t.knowledge.sourceTypes.pubmed}</option>
        </select>
      </label>
      <label>
        <span className="mb-1 block text-muted text-sm">{t.knowledge.level}</span>
        {/* Its options are levels, and nothing for the file's own. */}
        <select
          className="field"
          value={level}
          onChange={(event) => change({ level: event.target.value as EvidenceLevel | '' })}
        >
          <option value="">{t.knowledge.levelAuto}</option>
          {(Object.keys(t.evidence) as EvidenceLevel[]).map((name) => (
            <option key={name} value={name}>
              {t.evidence[name]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
