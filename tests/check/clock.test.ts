import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plantBesidePackages, root, type SeededProject } from './seeds.ts';

const support = (file: string) => JSON.stringify(join(root, 'tests/support', file));

/** Two files that run one after the other in the same process, as files of this project do. */
const files = {
  'vitest.config.ts': `
    import { BaseSequencer } from 'vitest/node';
    class ByName extends BaseSequencer {
      sort = async (files) => files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId));
    }
    export default {
      test: {
        env: { TEST_CLOCK_AHEAD_MS: String(Date.parse('2029-06-01T00:00:00Z') - Date.now()) },
        setupFiles: [${support('liveInTestTime.ts')}],
        pool: 'forks',
        maxWorkers: 1,
        isolate: false,
        sequence: { sequencer: ByName },
      },
    };`,
  'yearsSeen.ts': `
    import { execFileSync } from 'node:child_process';
    import { inTestTime, testNow } from ${support('clock.ts')};
    export const yearsSeen = () => [
      new Date().getUTCFullYear(),
      testNow().getUTCFullYear(),
      Number(execFileSync(process.execPath, [...inTestTime, '--eval', 'console.log(new Date().getUTCFullYear())'], { encoding: 'utf8' })),
      new Date(performance.timeOrigin + performance.now() + parseInt(process.env.PGOPTIONS.split('=')[1])).getUTCFullYear(),
    ];`,
  'first.test.ts': `
    import { expect, it } from 'vitest';
    import { startAt } from ${support('clock.ts')};
    import { yearsSeen } from './yearsSeen.ts';
    it('moves', () => {
      startAt('2031-06-01T00:00:00Z');
      globalThis.processOfFirst = process.pid;
      expect(yearsSeen()).toEqual([2031, 2031, 2031, 2031]);
    });`,
  'second.test.ts': `
    import { expect, it } from 'vitest';
    import { yearsSeen } from './yearsSeen.ts';
    it('lives in the time of the run', () => {
      expect(globalThis.processOfFirst).toBe(process.pid);
      expect(yearsSeen()).toEqual([2029, 2029, 2029, 2029]);
    });`,
};

let project: SeededProject;
beforeAll(() => {
  project = plantBesidePackages(files);
});
afterAll(() => project.remove());

interface Report {
  testResults: { assertionResults: { title: string; failureMessages: string[] }[] }[];
}

it('a test file that moves to another time takes its processes along, and leaves the next file in the time of the run', () => {
  const { exitCode } = project.run('vitest', ['run', '--config', 'vitest.config.ts', '--reporter=json', '--outputFile=report.json']);
  const { testResults } = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8')) as Report;
  expect(testResults.flatMap(({ assertionResults }) => assertionResults.map(({ title, failureMessages }) => [title, failureMessages]))).toEqual([
    ['moves', []],
    ['lives in the time of the run', []],
  ]);
  expect(exitCode).toBe(0);
});
