import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plant, root, type SeededProject } from './seeds.ts';

let project: SeededProject;
const children: ChildProcess[] = [];

beforeEach(() => {
  project = plant({});
  cpSync(join(root, 'server/start'), join(project.folder, 'server/start'), { recursive: true });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  project.remove();
});

const path = (file: string) => join(project.folder, file);

/** Runs a script in the planted project, where `start` imports a file of server/start. */
function run(script: string): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `const start = (file) => import('${path('server/start')}/' + file);\n${script}`], {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function outputOf(child: ChildProcess): Promise<{ lines: string[]; exitCode: number | null }> {
  const lines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { lines, exitCode };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return line;
}

/** Resolves once a file in the planted project says so. */
async function fileToSay(file: string, text: string): Promise<void> {
  const says = () => existsSync(path(file)) && readFileSync(path(file), 'utf8').includes(text);
  const watcher = watch(project.folder);
  while (!says()) await once(watcher, 'change');
  watcher.close();
}

describe('one preparation at a time', () => {
  const holdLock = (body: string) => `
    const { oneAtATime } = await start('lock.mjs');
    await oneAtATime('${path('.cache/preparation.lock')}', () => console.log('waiting'), async () => { ${body} });`;
  const plantLock = (owner: string, ageSeconds: number) => {
    mkdirSync(path('.cache'));
    writeFileSync(path('.cache/preparation.lock'), owner);
    // By the clock of the file system, which the processes that wait live by.
    const then = statSync(path('.cache/preparation.lock')).mtimeMs / 1_000 - ageSeconds;
    utimesSync(path('.cache/preparation.lock'), then, then);
  };

  it('five at once work one after the other', async () => {
    const work = holdLock(`
      const { appendFileSync } = await import('node:fs');
      const { setTimeout: pause } = await import('node:timers/promises');
      appendFileSync('diary', 'in\\n');
      await pause(20);
      appendFileSync('diary', 'out\\n');`);
    await Promise.all(Array.from({ length: 5 }, () => outputOf(run(work))));
    expect(readFileSync(path('diary'), 'utf8')).toBe('in\nout\n'.repeat(5));
    expect(existsSync(path('.cache/preparation.lock'))).toBe(false);
  });

  it('one that failed lets the next one in', async () => {
    const failed = run(`process.on('uncaughtException', () => process.exit(4));${holdLock("throw new Error('no network');")}`);
    expect((await outputOf(failed)).exitCode).toBe(4);
    expect((await outputOf(run(holdLock("console.log('in');")))).lines).toEqual(['in']);
  });

  it('one that was killed is not waited for', async () => {
    const killed = run(holdLock("console.log('in'); await new Promise(() => setInterval(() => {}, 1_000));"));
    await firstLine(killed);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(existsSync(path('.cache/preparation.lock'))).toBe(true);
    expect((await outputOf(run(holdLock("console.log('in');")))).lines.at(-1)).toBe('in');
  });

  it('one on another machine whose heartbeat stopped is not waited for', async () => {
    plantLock('elsewhere 1', 60);
    expect((await outputOf(run(holdLock("console.log('in');")))).lines.at(-1)).toBe('in');
  });

  it.each([
    ['of another machine', () => 'elsewhere 1'],
    ['of a running process', () => `${hostname()} ${process.pid}`],
  ])('one %s that is alive is waited for', async (_name, owner) => {
    plantLock(owner(), 0);
    const waiting = run(holdLock("console.log('in');"));
    expect(await firstLine(waiting)).toBe('waiting');
    rmSync(path('.cache/preparation.lock'));
    expect((await outputOf(waiting)).exitCode).toBe(0);
  });
});

describe('what is made from sources', () => {
  const make = `
    const { makeOnce } = await start('buildCache.mjs');
    const { writeFileSync, mkdirSync } = await import('node:fs');
    await makeOnce({ output: 'build/frontend', sources: ['frontend', 'package.json', 'not-there'] }, async () => console.log('made'));`;
  const timesMade = async () => (await outputOf(run(make))).lines.length;

  beforeEach(() => {
    mkdirSync(path('frontend/pages'), { recursive: true });
    writeFileSync(path('frontend/pages/home.ts'), 'export const home = 1;');
  });

  it('is made once', async () => {
    expect([await timesMade(), await timesMade()]).toEqual([1, 0]);
  });

  it.each<[string, () => void]>([
    ['a source is changed', () => writeFileSync(path('frontend/pages/home.ts'), 'export const home = 2;')],
    ['a source is added', () => writeFileSync(path('frontend/pages/card.ts'), '')],
    ['a source is removed', () => rmSync(path('frontend/pages/home.ts'))],
    ['a file among the sources is changed', () => writeFileSync(path('package.json'), '{}')],
    ['what was made is removed', () => rmSync(path('build'), { recursive: true })],
  ])('is made again when %s', async (_name, change) => {
    await timesMade();
    change();
    expect(await timesMade()).toBe(1);
  });

  it('is made again after a making that failed', async () => {
    const { exitCode } = await outputOf(run(make.replace("console.log('made')", 'process.exit(3)')));
    expect([exitCode, await timesMade()]).toEqual([3, 1]);
  });
});

describe('handing over to the pinned Node', () => {
  const handOver = "const { handOver } = await start('handOver.mjs'); await handOver('product.mjs', ['--dev'], { installed: false });";

  /** Makes the pinned Node another file than the running one, so that a child takes over. */
  beforeEach(() => {
    mkdirSync(path('node_modules/.bin'), { recursive: true });
    writeFileSync(path('node_modules/.bin/node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
    writeFileSync(
      path('product.mjs'),
      `import { writeFileSync } from 'node:fs';
       for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { writeFileSync('drained', signal); process.exit(5); });
       setInterval(() => {}, 1_000);
       console.log(process.argv.slice(2).join(' '));`,
    );
  });

  it('gives on arguments, a signal and the exit code', async () => {
    const launcher = run(handOver);
    expect(await firstLine(launcher)).toBe('--dev');
    launcher.kill('SIGINT');
    expect((await outputOf(launcher)).exitCode).toBe(5);
    expect(readFileSync(path('drained'), 'utf8')).toBe('SIGINT');
  });

  it('ends the product when its launcher is killed outright', async () => {
    const launcher = run(handOver);
    await firstLine(launcher);
    launcher.kill('SIGKILL');
    await fileToSay('drained', 'SIGTERM');
  });

  it('runs the file in the same process when that is the pinned Node already', async () => {
    rmSync(path('node_modules/.bin/node'));
    writeFileSync(path('product.mjs'), 'console.log(process.pid, ...process.argv.slice(2));');
    const same = run(`const { symlinkSync } = await import('node:fs'); symlinkSync(process.execPath, 'node_modules/.bin/node'); ${handOver}`);
    expect((await outputOf(same)).lines).toEqual([`${same.pid} --dev`]);
  });
});
