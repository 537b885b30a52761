import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { selectFiles } from '../command/selection.ts';
import { root } from './seeds.ts';

const files = [
  'tests/domain/draw.test.ts',
  'tests/core/moneyDraws.test.ts',
  'tests/frontends/staff.spec.ts',
  'tests/frontends/staff.ts',
  'tests/core/staff.test.ts',
];

describe('the files of a pattern', () => {
  it('are those whose path contains it, in Node and in the browser', () => {
    expect(selectFiles(files, ['staff'])).toEqual({ vitest: ['tests/core/staff.test.ts'], playwright: ['tests/frontends/staff.spec.ts'], unmatched: [] });
  });

  it('of several patterns are those of each, once', () => {
    const { vitest, playwright } = selectFiles(files, ['draw', 'domain/']);
    // Capitals do not count: whoever looks for a word does not know where it stands in a name.
    expect(vitest).toEqual(['tests/domain/draw.test.ts', 'tests/core/moneyDraws.test.ts']);
    expect(playwright).toEqual([]);
  });

  it('may be a folder or a whole path', () => {
    expect(selectFiles(files, ['tests/core/']).vitest).toEqual(['tests/core/moneyDraws.test.ts', 'tests/core/staff.test.ts']);
    expect(selectFiles(files, ['tests/frontends/staff.spec.ts']).playwright).toEqual(['tests/frontends/staff.spec.ts']);
  });

  it('that no path contains are told', () => {
    expect(selectFiles(files, ['draw', 'nothing']).unmatched).toEqual(['nothing']);
  });
});

/** `npm test -- …` as it runs in a terminal of its own. */
function run(...words: string[]): { exitCode: number | null; lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, ['tests/run.ts', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { NODE_ENV: 'test', PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp' },
  });
  return { exitCode: status, lines: stdout.trimEnd().split('\n') };
}

describe('npm test with a pattern', () => {
  it('runs the files of the pattern alone, and ends in the count', () => {
    const { exitCode, lines } = run('forms/identity');
    expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
    expect(lines.join('\n')).not.toContain('Playwright');
    expect(exitCode).toBe(0);
  });

  it('that nothing matches says so and fails', () => {
    const { exitCode, lines } = run('forms/identity', 'no-such-file');
    expect(lines).toEqual(['No test file has “no-such-file” in its path.']);
    expect(exitCode).toBe(1);
  });
});
