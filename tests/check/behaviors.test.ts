import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { plant, root } from './seeds.ts';
import { testNames } from './testNames.ts';

const project = plant({
  'tests/BEHAVIORS.md': `# What is promised

## Cards

- A card can be paused. \`core/card.test.ts › a card › is paused\`
- Its limit is never 0. \`core/card.test.ts › a card › of %s has the limit %i\` \`frontends/card.spec.ts › the limit of \${label}\`
- It can be closed. \`core/card.test.ts › a card › is closed\`
- It can be sent. \`core/post.test.ts › is sent\`
- It is blue.
- It is paused at once. \`core/card.test.ts › is paused\`
`,
  'tests/core/card.test.ts': `
    import { describe, it } from 'vitest';
    describe('a card', () => {
      it('is paused', () => undefined);
      it.each([['Ana', 1]])('of %s has the limit %i', () => undefined);
      // it('is closed')
    });`,
  'tests/frontends/card.spec.ts': `
    import { test } from '@playwright/test';
    for (const label of ['a', 'b']) test(\`the limit of \${label}\`, () => undefined);`,
});
afterAll(project.remove);

it('a promised behavior without a test, or with one that does not exist, is found, and no other', () => {
  const { output, exitCode } = project.run('node', [join(root, 'tests/check/behaviors.ts')]);
  expect(output.trim().split('\n')).toEqual([
    'tests/BEHAVIORS.md:7: there is no test core/card.test.ts › a card › is closed',
    'tests/BEHAVIORS.md:8: there is no test core/post.test.ts › is sent',
    'tests/BEHAVIORS.md:9: names no test',
    'tests/BEHAVIORS.md:10: there is no test core/card.test.ts › is paused',
  ]);
  expect(exitCode).toBe(1);
});

describe('the names of tests', () => {
  it.each([
    ["it('is paused', () => {})", ['is paused']],
    ["describe.each([1])('of %i', () => { it.each<[number]>([[1]])('is %i', () => {}) })", ['of %i › is %i']],
    ["test.describe('a page', () => { test('opens', async () => { await test.step('looks', () => {}) }) })", ['a page › opens']],
    [`it.each([1])(\`is \${1}\`, () => {})`, [`is \${1}`]],
    ["test.use({}); test.beforeEach(() => {}); /a/.test('no test'); name.test('no test')", []],
  ])('%s', (source, names) => {
    expect(testNames(source)).toEqual(names);
  });
});
