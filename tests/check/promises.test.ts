import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { plant, root } from './seeds.ts';

const check = [join(root, 'tests/check/promises.ts')];
const proof = ' `core/card › is paused`';
const lineOf = (length: number) => `- It keeps its number${'.'.repeat(length)}`.slice(0, length - proof.length) + proof;

const project = plant({
  'tests/PROMISES.md': `# What is promised

## Cards

- A card can be paused. \`core/card › is paused\`
- Its limit is never 0. \`core/card › a card › of %s has…\` \`frontends/card › the limit of \${label}\`
- It can be closed. \`core/card › is closed\`
- It can be sent. \`post › is sent\`
- It is blue.
- It is paused at once. \`core/card › is…\`
- It is open. \`card › is open\`
- It is open at once. \`core/card › a card › is open\` \`core/card › is … last\`
${lineOf(160)}
${lineOf(161)}
`,
  'tests/core/card.test.ts': `
    import { describe, it } from 'vitest';
    describe('a card', () => {
      it('is paused', () => undefined);
      it('is open', () => undefined);
      it.each([['Ana', 1]])('of %s has the limit %i', () => undefined);
      it('is mailed at last', () => undefined);
      // it('is closed')
    });`,
  'tests/frontends/card.spec.ts': `
    import { test } from '@playwright/test';
    for (const label of ['a', 'b']) test(\`the limit of \${label}\`, () => undefined);`,
});
afterAll(project.remove);

it('a promise without one test, with another than it names, or longer than a line may be is found, and no other', () => {
  const { output, exitCode } = project.run('node', check);
  expect(output.trim().split('\n')).toEqual([
    'tests/PROMISES.md:7: there is no test core/card › is closed',
    'tests/PROMISES.md:8: there is no file of tests post',
    'tests/PROMISES.md:9: names no test',
    'tests/PROMISES.md:10: there are 3 tests core/card › is…',
    'tests/PROMISES.md:11: card is 2 files of tests: write more of the path',
    'tests/PROMISES.md:14: has 161 characters, of which a line has 160 at most',
  ]);
  expect(exitCode).toBe(1);
});

it('a list of more promises than anybody reads is found', () => {
  const promises = (count: number) => Array.from({ length: count }, () => '- It is paused. `core/card › is paused`').join('\n');
  project.write('tests/PROMISES.md', promises(150));
  expect(project.run('node', check).output).toBe('');
  project.write('tests/PROMISES.md', promises(151));
  expect(project.run('node', check).output).toContain('151 promises');
});
