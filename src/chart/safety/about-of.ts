/** What a row is about: a drug or a class, by its key. */
export function aboutOf(row: { drug: string } | { class: string }): string {
  return 'drug' in row ? row.drug : row.class;
}
