export type InjectionCategory = 'sql' | 'xss' | 'path' | 'command' | 'prompt';

/** Clear attacks are refused; a doubtful one passes with a mark. */
export type InjectionStrength = 'clear' | 'doubtful';

/** What in a text looks like an attack, and where: `start` and `end` are offsets in the text as given. */
export interface InjectionFinding {
  category: InjectionCategory;
  /** Within the category: what it tries to do. */
  kind: string;
  strength: InjectionStrength;
  start: number;
  end: number;
}
