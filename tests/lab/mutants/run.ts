import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lists, withMistake } from './lists.ts';
import type { Mistake } from './mistake.ts';

// `npm run mutants -- money`: plants each mistake of a list in a copy of the project, one at a time, and runs the tests that
// should find it, the fastest first. Names those that no test found; fails when they are more than one in twenty.

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a copy has of its own; its packages are the project's. */
const copied = ['app', 'extensions', 'prisma', 'server', 'standalone', 'tests', 'package.json', 'tsconfig.json', 'README.md', 'Dockerfile'];

interface Stage {
  name: string;
  command: string;
  args: readonly string[];
}

const vitest = (name: string, ...words: readonly string[]): Stage => ({
  name,
  command: join(root, 'node_modules/.bin/vitest'),
  args: ['run', '--config', 'tests/vitest.config.ts', '--bail', '1', '--reporter', 'dot', ...words],
});

const byRules: Stage = { name: 'histories by the rules', command: process.execPath, args: ['tests/simulation/rules/liveMany.ts', '1', '400'] };
const ruleTests = vitest('tests of the rules', '--project', 'rules');
const lives = vitest('histories of the whole product', 'tests/simulation/lives');

/** The tests of the use cases in a room. */
const useCaseTests: readonly (readonly [room: string, stage: Stage])[] = [
  [
    'server/services/repayment/',
    vitest('tests of repayments', 'tests/core/moneyFlow', 'tests/core/moneyReturns', 'tests/core/moneyDraws', 'tests/core/lostTransfers'),
  ],
  ['server/services/ledger/', vitest('tests of the books', 'tests/core/moneyFlow', 'tests/core/moneyDraws', 'tests/core/moneyReconcile')],
  [
    'server/services/card/',
    vitest('tests of the card', ...['Flow', 'Decision', 'Card', 'Draws'].map((name) => `tests/core/money${name}`), 'tests/core/cardTransactions'),
  ],
];

/** From the fastest to the slowest: each runs only while no earlier one has found the mistake. */
function stagesFor({ file }: Mistake): readonly Stage[] {
  const ofRoom = useCaseTests.filter(([room]) => file.startsWith(room)).map(([, stage]) => stage);
  return ofRoom.length > 0 ? [byRules, ...ofRoom, lives] : [byRules, ruleTests, lives];
}

/** A run that takes longer hangs, which is a way to find a mistake. */
const longestMs = 600_000;

function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headway-mutants-'));
  for (const part of copied) {
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs one stage in a copy; returns whether it failed, and so found the mistake. */
function fails({ command, args }: Stage, folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: 'ignore',
      timeout: longestMs,
      killSignal: 'SIGKILL',
      env: { ...process.env, NODE_ENV: 'test', SEEDS: '4', RULE_SEEDS: '400' },
    });
    child.once('error', () => resolve(true));
    child.once('exit', (code) => resolve(code !== 0));
  });
}

/** Returns the name of the stage that found a mistake; null when none did. */
async function findIn(folder: string, mistake: Mistake): Promise<string | null> {
  const path = join(folder, mistake.file);
  const right = readFileSync(path, 'utf8');
  writeFileSync(path, withMistake(folder, mistake));
  try {
    for (const stage of stagesFor(mistake)) if (await fails(stage, folder)) return stage.name;
    return null;
  } finally {
    writeFileSync(path, right);
  }
}

interface Result {
  mistake: Mistake;
  found: string | null;
}

async function runAll(mistakes: readonly Mistake[]): Promise<Result[]> {
  const waiting = [...mistakes];
  const results: Result[] = [];
  const lane = async () => {
    const folder = makeCopy();
    for (let mistake = waiting.shift(); mistake; mistake = waiting.shift()) {
      const found = await findIn(folder, mistake);
      results.push({ mistake, found });
      console.log(`${results.length}/${mistakes.length} ${found ?? 'NOT FOUND'}: ${mistake.finding} (${mistake.file})`);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
  return results;
}

/** Throws when a test fails already without a mistake: it would find everything. */
async function expectSoundCopy(): Promise<void> {
  const folder = makeCopy();
  for (const stage of [byRules, ruleTests, lives, ...useCaseTests.map(([, stage]) => stage)])
    if (await fails(stage, folder)) throw new Error(`the ${stage.name} fail without a mistake`);
  rmSync(folder, { recursive: true, force: true });
}

const [name = '', pattern = ''] = process.argv.slice(2);
const list = lists.get(name);
if (list === undefined) {
  console.error(`Say which list: npm run mutants -- ${[...lists.keys()].join(' | ')}, and part of a file's path for a part of it.`);
  process.exit(1);
}
for (const mistake of list) withMistake(root, mistake);
const chosen = list.filter(({ file }) => file.includes(pattern));
await expectSoundCopy();
const survivors = (await runAll(chosen)).filter(({ found }) => found === null).map(({ mistake }) => mistake);
for (const { file, from, to, finding } of survivors) console.log(`\nNot found: ${finding}\n  ${file}\n  - ${from}\n  + ${to}`);
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} mistakes were found.`);
process.exitCode = survivors.length * 20 > chosen.length ? 1 : 0;
