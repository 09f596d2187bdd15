/** Keeps what the tokens of a run stand for, closed: only this installation can open it. */
export interface NameSeal {
  seal(names: Readonly<Record<string, string>>): string;
  /** Token → the words it stands for; null when it was changed, or sealed elsewhere. */
  open(sealed: string): Record<string, string> | null;
}
