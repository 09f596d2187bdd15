export type EditedArguments =
  | { ok: true; args: Record<string, unknown>; isChanged: boolean }
  | { ok: false; field: string };

/** Arguments with what was typed over them: a text stays a text, everything else is read as JSON; an empty text is none. */
export function editedArguments(
  args: Readonly<Record<string, unknown>>,
  drafts: Readonly<Record<string, string>>,
): EditedArguments {
  const edited: Record<string, unknown> = { ...args };
  for (const [name, draft] of Object.entries(drafts)) {
    if (args[name] === undefined || typeof args[name] === 'string') {
      if (draft.trim() === '') delete edited[name];
      else edited[name] = draft;
      continue;
    }
    try {
      edited[name] = JSON.parse(draft);
    } catch {
      // What cannot be read is the asker's to mend.
      return { ok: false, field: name };
    }
  }
  return { ok: true, args: edited, isChanged: JSON.stringify(edited) !== JSON.stringify(args) };
}
