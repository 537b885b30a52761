import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { plant, root } from './seeds.ts';

const project = plant({
  'tests/security/ASVS.md': `# What is asked

| no. | level | what it asks | state | proof |
| --- | --- | --- | --- | --- |
| 1.1.1 | 2 | decode once | met | \`core/door.test.ts › a door › is shut\` \`server/door.ts\` |
| 1.1.2 | 1 | encode last | met | \`core/door.test.ts › a door › is open\` |
| 1.2.1 | 1 | encode for HTML | met | |
| 1.2.2 | 1 | encode addresses | soon | \`server/door.ts\` |
| 1.2.2 | 1 | encode addresses | not met: nobody does | |
| 1.2.3 | 1 | scripts | operator: does it | \`server/gone.ts\` |
| 1.2.4 | 1 | queries | not applicable: | |
| 1.2.11 | 1 | more | met | \`server/door.ts\` |
`,
  'tests/security/ATTACKS.md': `# What is tried

| what is tried | what happens | proof |
| --- | --- | --- |
| a kick | it holds | \`core/door.test.ts › a door › is shut\` |
| a push | it holds | |
`,
  'tests/accessibility.md': `# What is asked

| no. | level | what it asks | site | app | what was tried | proof |
| --- | --- | --- | --- | --- | --- | --- |
| 1.1.1 | A | names of pictures | met | not applicable | axe | \`core/door.test.ts › a door › is shut\` |
| 1.2.1 | AA | sound alone | not applicable | not applicable | looked for it | |
| 1.2.2 | A | captions | failed | met | | \`core/door.test.ts › a door › is open\` |
| 4.1.1 | A | parsing | met | met | axe | |
`,
  'tests/core/door.test.ts': "describe('a door', () => { it('is shut', () => undefined); });",
  'server/door.ts': '',
});
afterAll(project.remove);

it('a requirement or criterion that is missing, twice there or without its proof, and an attack without one, are found, and no other', () => {
  const { output, exitCode } = project.run('node', [join(root, 'tests/check/verification.ts')]);
  const found = output.trim().split('\n');
  const missing = found.filter((line) => line.endsWith(' is missing'));
  expect(found.filter((line) => !missing.includes(line))).toEqual([
    'tests/security/ASVS.md:6: 1.1.2 is of level 2',
    'tests/security/ASVS.md:6: 1.1.2: there is no core/door.test.ts › a door › is open',
    'tests/security/ASVS.md:7: 1.2.1: names no proof',
    'tests/security/ASVS.md:8: 1.2.2 is neither met, nor said why not',
    'tests/security/ASVS.md:9: 1.2.2 stands there twice',
    'tests/security/ASVS.md:10: 1.2.3: there is no server/gone.ts',
    'tests/security/ASVS.md:11: 1.2.4 is neither met, nor said why not',
    'tests/security/ASVS.md:12: 1.2.11 is no requirement of the standard',
    'tests/accessibility.md:6: 1.2.1 is of level A',
    'tests/accessibility.md:7: 1.2.2 is neither met, nor not applicable',
    'tests/accessibility.md:7: 1.2.2 does not say what was tried',
    'tests/accessibility.md:7: 1.2.2: there is no core/door.test.ts › a door › is open',
    'tests/accessibility.md:8: 4.1.1 is no requirement of the standard',
    'tests/security/ATTACKS.md:6: names no proof',
  ]);
  // The standard has 345, of which six stand there; the criteria are 55, of which three do.
  expect([missing.length, missing[0], missing.at(-1), exitCode]).toEqual([
    339 + 52,
    'tests/security/ASVS.md: 1.2.5 is missing',
    'tests/accessibility.md: 4.1.3 is missing',
    1,
  ]);
});
