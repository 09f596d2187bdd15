import type { ToolResult } from './tools.port.ts';

/** Whether a text speaks to a model, rather than to a person. */
export type SpeaksToModel = (text: string) => boolean;

/** The parts of a result that speak to a model: passage ids, and paths into `output`. They stay as they are, and are named. */
export function quarantine(
  { passages, output }: Pick<ToolResult, 'passages' | 'output'>,
  speaks: SpeaksToModel,
): string[] {
  const ids = passages
    .filter(({ document, text }) => speaks(`${document.title}\n${text}`))
    .map(({ id }) => id);
  return [...ids, ...pathsIn(output, 'output', speaks)];
}

function pathsIn(value: unknown, path: string, speaks: SpeaksToModel): string[] {
  if (typeof value === 'string') return speaks(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => pathsIn(part, `${path}.${key}`, speaks));
}
