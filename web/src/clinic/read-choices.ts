export interface Choice {
  label: string;
  value: string;
}

/** What a question back offers to choose from, and what it asks for; nothing where it is no question back. */
export function readChoices(output: Readonly<Record<string, unknown>>): {
  missing: string;
  choices: Choice[];
} {
  const { clarification } = output;
  if (typeof clarification !== 'object' || clarification === null) return { missing: '', choices: [] };
  const { missing, choices } = clarification as Readonly<Record<string, unknown>>;
  return {
    missing: typeof missing === 'string' ? missing : '',
    choices: Array.isArray(choices) ? choices.filter(isChoice) : [],
  };
}

function isChoice(value: unknown): value is Choice {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'label' in value && typeof value.label === 'string' && 'value' in value && typeof value.value === 'string'
  );
}
