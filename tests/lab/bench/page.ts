import { readFileSync, writeFileSync } from 'node:fs';
import { type Figure, isMet, ratioOf, shown, wantedOf } from './figures.ts';

/** The figures of one subject, and the machine's load when it began. */
export interface Measured {
  subject: string;
  load: number;
  figures: readonly Figure[];
}

/** A run of all subjects, as it is stored beside them. */
interface Results {
  machine: string;
  day: string;
  load: { least: number; most: number };
  figures: readonly (Figure & { subject: string; ratio: number; met: boolean })[];
}

const resultsFile = 'tests/lab/bench/results.json';

/** Returns what a run measured, with its machine and day. */
export function resultsOf(machine: string, day: string, measured: readonly Measured[]): Results {
  const loads = measured.map(({ load }) => load);
  return {
    machine,
    day,
    load: { least: Math.min(...loads), most: Math.max(...loads) },
    figures: measured.flatMap(({ subject, figures }) => figures.map((figure) => ({ subject, ...figure, ratio: ratioOf(figure), met: isMet(figure) }))),
  };
}

/** Stores the results of a run, a figure a line. */
export function storeResults({ figures, ...run }: Results): void {
  const lines = figures.map((figure) => `    ${JSON.stringify(figure)}`);
  const fields = Object.entries(run).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  writeFileSync(resultsFile, ['{', ...fields, '  "figures": [', lines.join(',\n'), '  ]', '}', ''].join('\n'));
}

/** Returns the results of the last run that was stored. */
export const storedResults = (): Results => JSON.parse(readFileSync(resultsFile, 'utf8')) as Results;

function rowOf(figure: Results['figures'][number]): string {
  const { subject, name, value, unit, beside, ratio, met } = figure;
  const wanted = `${wantedOf(figure) || 'told alone'}${met ? '' : ': **missed**'}`;
  return `| \`${subject}\` | ${name} | ${shown(value)} ${unit} | ${shown(beside.value)} (${beside.name}) | ${ratio.toFixed(3)} | ${wanted} |`;
}

/** Returns the page of benchmarks: where and when they ran, the load meanwhile, and a row for each figure. */
export function benchmarksPage({ machine, day, load, figures }: Results): string {
  return [
    '# Benchmarks\n',
    `\`npm run bench\` on ${machine}, ${day}, at a load of ${load.least.toFixed(1)} to ${load.most.toFixed(1)} when a subject began.`,
    'The ratio is that of a figure to what was measured beside it in the same run. `tests/lab/README.md` says what each subject is.\n',
    '| subject | figure | measured | beside | ratio | wanted |',
    '| --- | --- | --- | --- | --- | --- |',
    ...figures.map(rowOf),
    '',
  ].join('\n');
}
