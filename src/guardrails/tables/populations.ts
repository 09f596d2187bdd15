/** Groups of people that exclude one another within a line. English and Vietnamese; `_` is a space. */
const LINES: readonly (readonly string[])[] = [
  [
    'infant infants newborn newborns neonate neonates neonatal sơ_sinh nhũ_nhi',
    'child children paediatric pediatric girls boys trẻ_em trẻ_nhỏ trẻ',
    'adolescent adolescents teenagers thiếu_niên',
    'adult adults người_lớn',
    'older elderly cao_tuổi lớn_tuổi',
    'younger trẻ_tuổi trẻ_hơn',
  ],
  [
    'women woman female girls phụ_nữ nữ_giới nữ bé_gái trẻ_gái',
    'men man male boys nam_giới đàn_ông nam bé_trai trẻ_trai',
  ],
];

export interface Population {
  line: number;
  group: number;
}

/** Each word, or pair of words, for a group of people. */
export const POPULATIONS: ReadonlyMap<string, readonly Population[]> = LINES.reduce((map, groups, line) => {
  for (const [group, names] of groups.entries()) {
    for (const name of names.split(' ')) {
      const word = name.replace('_', ' ');
      map.set(word, [...(map.get(word) ?? []), { line, group }]);
    }
  }
  return map;
}, new Map<string, Population[]>());
