import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, tmpdir, totalmem } from 'node:os';
import { installedPrograms, reachablePrograms } from '../../../server/db/postgres/programs.ts';
import { benchAuthenticatedCalls } from './authenticatedCalls.ts';
import { benchBounces } from './bounces.ts';
import { benchCashFlow } from './cashFlow.ts';
import { benchDecisions } from './decisions.ts';
import { benchEmbeddedHome } from './embeddedHome.ts';
import { describeFigure, type Figure, isMet } from './figures.ts';
import { benchHomeView } from './homeView.ts';
import { benchInsights } from './insights.ts';
import { benchLive } from './live.ts';
import { benchNeighbors } from './neighbors.ts';
import { benchmarksPage, type Measured, resultsOf, storedResults, storeResults } from './page.ts';
import { benchPageAudits } from './pageAudits.ts';
import { benchSends } from './sends.ts';
import { benchSweepCalls } from './sweepCalls.ts';
import { benchTransactions } from './transactions.ts';

/**
 * The benchmarks of `npm run bench [name…]`, which prints each figure beside its reference or its limit. A run of all stores
 * them in results.json and prints the page of benchmarks.
 */
const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  authenticatedCalls: benchAuthenticatedCalls,
  bounces: benchBounces,
  cashFlow: benchCashFlow,
  decisions: benchDecisions,
  transactions: benchTransactions,
  homeView: benchHomeView,
  embeddedHome: benchEmbeddedHome,
  insights: benchInsights,
  live: benchLive,
  neighbors: benchNeighbors,
  pageAudits: benchPageAudits,
  sends: benchSends,
  sweepCalls: benchSweepCalls,
};

/** Returns the embedded PostgreSQL's version, as its own program reports it. */
function postgresVersion(): string {
  const { postgres } = reachablePrograms(installedPrograms(), {}, () => tmpdir());
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

/** Returns the machine's load of the last minute: a figure from a busy machine means little. */
const load = () => loadavg()[0] ?? 0;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.keys(benches).includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}: choose from ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
const chosen = Object.entries(benches).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const described = `${machine.processor}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.system}, Node ${machine.node}, ${machine.postgres}`;
console.log(described);

/** Has the disk take what is still to be written: commits of a subject would wait for what the one before it threw away. */
const settleDisk = () => execFileSync('sync');

const measured: Measured[] = [];
for (const [subject, bench] of chosen) {
  settleDisk();
  const before = load();
  console.log(`\n${subject} (load ${before.toFixed(1)})`);
  const figures = await bench();
  for (const figure of figures) console.log(`  ${describeFigure(figure)}`);
  measured.push({ subject, load: before, figures });
}
if (wanted.length === 0) {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date());
  storeResults(resultsOf(described, day, measured));
  writeFileSync('server/docs/benchmarks.md', benchmarksPage(storedResults()));
}
process.exitCode = measured.every(({ figures }) => figures.every(isMet)) ? 0 : 1;
