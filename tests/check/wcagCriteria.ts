/** The success criteria of WCAG 2.2 at the levels A and AA, of each guideline: `'1.2': '1:A 2:A'` has two. 4.1.1 is obsolete. */
const guidelines: Readonly<Record<string, string>> = {
  '1.1': '1:A',
  '1.2': '1:A 2:A 3:A 4:AA 5:AA',
  '1.3': '1:A 2:A 3:A 4:AA 5:AA',
  '1.4': '1:A 2:A 3:AA 4:AA 5:AA 10:AA 11:AA 12:AA 13:AA',
  '2.1': '1:A 2:A 4:A',
  '2.2': '1:A 2:A',
  '2.3': '1:A',
  '2.4': '1:A 2:A 3:A 4:A 5:AA 6:AA 7:AA 11:AA',
  '2.5': '1:A 2:A 3:A 4:A 7:AA 8:AA',
  '3.1': '1:A 2:AA',
  '3.2': '1:A 2:A 3:AA 4:AA 6:A',
  '3.3': '1:A 2:A 3:AA 4:AA 7:A 8:AA',
  '4.1': '2:A 3:AA',
};

/** The level of each criterion, by its number. */
export const levelOfCriterion: ReadonlyMap<string, string> = new Map(
  Object.entries(guidelines).flatMap(([guideline, criteria]) =>
    criteria.split(' ').map((criterion): [string, string] => {
      const [place = '', level = ''] = criterion.split(':');
      return [`${guideline}.${place}`, level];
    }),
  ),
);
