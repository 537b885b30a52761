import { readFileSync, writeFileSync } from 'node:fs';
import { type Figure, isMet, ratioOf, shown, wantedOf } from './figures.ts';

/** The figures of one subject, and the machine's load when it began. */
export interface Measured {
  subject: string;
  load: number;
  figures: readonly Figure[];
}

const heading = '## Benchmarks\n';
const nextHeading = /\n## (?!Benchmarks)/;

const rowOf = (subject: string, figure: Figure): string => {
  const beside = `${shown(figure.beside.value)} (${figure.beside.name})`;
  return `| \`${subject}\` | ${figure.name} | ${shown(figure.value)} ${figure.unit} | ${beside} | ${ratioOf(figure).toFixed(3)} | ${wantedOf(figure) || 'told alone'}${isMet(figure) ? '' : ': **missed**'} |`;
};

/** Returns the README's section of benchmarks: where and when they ran, the load meanwhile, and a row for each figure. */
export function sectionOf(machine: string, day: string, measured: readonly Measured[]): string {
  const loads = measured.map(({ load }) => load);
  return [
    heading,
    `\`npm run bench\` on ${machine}, ${day}, at a load of ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} when a subject began.`,
    'The ratio is that of a figure to what was measured beside it in the same run. What each subject is stands in',
    '[tests/README.md](tests/README.md#a-figure).\n',
    '| subject | figure | measured | beside | ratio | wanted |',
    '| --- | --- | --- | --- | --- | --- |',
    ...measured.flatMap(({ subject, figures }) => figures.map((figure) => rowOf(subject, figure))),
    '',
  ].join('\n');
}

/** Puts a section of benchmarks in the place of the one in a README. Throws when there is none. */
export function withSection(readme: string, section: string): string {
  const begin = readme.indexOf(heading);
  if (begin < 0) throw new Error('the README has no section of benchmarks');
  const length = readme.slice(begin).search(nextHeading);
  return readme.slice(0, begin) + section + (length < 0 ? '' : readme.slice(begin + length));
}

/** Writes what a run of all subjects measured into the README. */
export function writeToReadme(machine: string, measured: readonly Measured[]): void {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date());
  writeFileSync('README.md', withSection(readFileSync('README.md', 'utf8'), sectionOf(machine, day, measured)));
}
