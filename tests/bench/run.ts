import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, tmpdir, totalmem } from 'node:os';
import { reachablePrograms } from '../../server/db/postgres/programs.ts';
import { benchAuthenticatedCalls } from './authenticatedCalls.ts';
import { benchEmbeddedHome } from './embeddedHome.ts';
import { describeFigure, type Figure, isMet, ratioOf } from './figures.ts';
import { benchHomeView } from './homeView.ts';
import { benchTransactions } from './transactions.ts';

/** `npm run bench [name]`: prints each figure as a ratio to something measured beside it, and keeps them in results.json. */
const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  authenticatedCalls: benchAuthenticatedCalls,
  transactions: benchTransactions,
  homeView: benchHomeView,
  embeddedHome: benchEmbeddedHome,
};

/** The embedded server's version, as its own program says it. */
function postgresVersion(): string {
  const { postgres } = reachablePrograms({}, () => tmpdir());
  return execFileSync(postgres, ['--version'], { encoding: 'utf8' }).trim();
}

const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${arch()}`,
  node: process.version,
  postgres: postgresVersion(),
};

/** How busy the machine is with other things: a figure of a busy machine says little. */
const load = () => `load ${loadavg()[0]?.toFixed(1)}`;

const wanted = process.argv.slice(2);
const chosen = Object.entries(benches).filter(([name]) => wanted.length === 0 || wanted.includes(name));
console.log(`${machine.processor}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.system}, Node ${machine.node}, ${machine.postgres}, ${load()}`);

const figures: Figure[] = [];
for (const [name, bench] of chosen) {
  console.log(`\n${name} (${load()})`);
  for (const figure of await bench()) {
    figures.push(figure);
    console.log(`  ${describeFigure(figure)}`);
  }
}
writeFileSync(
  'tests/bench/results.json',
  `${JSON.stringify({ machine, figures: figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), met: isMet(figure) })) }, null, 2)}\n`,
);
process.exitCode = figures.every(isMet) ? 0 : 1;
