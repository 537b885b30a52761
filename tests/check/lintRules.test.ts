import { afterAll, beforeAll, expect, it } from 'vitest';
import { plant, type SeededProject } from './seeds.ts';

interface Diagnostic {
  category: string;
  message: string;
  location: { path: string; start: { line: number } };
}

/** Each line of these files is refused; the words are part of what it is told. */
const refused: readonly { promise: string; file: string; words: string; lines: readonly string[] }[] = [
  {
    promise: 'a domain rule cannot read the clock, roll dice, ask the network or know the environment',
    file: 'server/domain/impure.ts',
    words: 'takes time, chance and settings as arguments',
    lines: [
      'export const now = () => new Date();',
      'export const text = () => Date();',
      'export const milliseconds = () => Date.now();',
      'export const clock = { milliseconds: Date.now };',
      'export const dice = () => Math.random();',
      'export const setting = () => process.env.PORT;',
      "export const rate = () => fetch('http://127.0.0.1/rate', { method: 'POST' });",
      'export const later = () => setTimeout(() => {}, 5);',
      'export const again = () => setInterval(() => {}, 5);',
    ],
  },
  {
    promise: 'a route handler that Express would not wait for is refused',
    file: 'server/http/routes/unawaited.ts',
    words: 'declare the route with route()',
    lines: [
      "router.get('/a', async (request, response) => response.json(await request.body));",
      "router.post('/b', readJson, async function answer(request, response) { response.json(await request.body); });",
      'router.use(async (request, response) => { response.json(await request.body); });',
    ],
  },
  {
    promise: 'no program is named outside its own file',
    file: 'server/services/byName.ts',
    words: 'No program is named outside server/programs',
    lines: [
      "export const isBoost = (program: Program) => program.key === 'boost';",
      "export const isOther = (caller: Caller) => 'boost' !== caller.program.key;",
      "export const isCard = (programKey: string) => programKey === 'card';",
      "export const rates = (program: Program) => { switch (program.key) { case 'card': return 1; default: return 0; } };",
    ],
  },
  {
    promise: 'no test replaces a module or a global',
    file: 'tests/core/mocked.test.ts',
    words: 'Tests replace no module and no global',
    lines: ["vi.mock('../../server/clock.ts');", "vi.doMock('../../server/clock.ts', () => ({}));", 'vi.hoisted(() => 1);', "vi.stubGlobal('fetch', () => 1);"],
  },
  {
    promise: 'no browser is opened outside the time and the watch of its test',
    file: 'tests/frontends/unwatched.spec.ts',
    words: 'Open another browser with the fixture',
    lines: [
      'export const page = await browser.newPage();',
      'export const context = await browser.newContext({ colorScheme: "dark" });',
      'export const open = browser.newPage;',
    ],
  },
  {
    promise: 'no test is left out, and none runs alone',
    file: 'tests/core/left-out.test.ts',
    words: 'test',
    lines: ["it.skip('is left out', () => {});", "describe.skip('are left out', () => {});", "it.only('runs alone', () => {});"],
  },
  {
    promise: 'no promise is left floating',
    file: 'server/services/floating.ts',
    words: 'Promise',
    lines: ['Promise.resolve(1);', "import('node:fs');"],
  },
  {
    promise: 'settings are read in one place',
    file: 'server/services/setting.ts',
    words: 'process.env',
    lines: ['export const port = process.env.PORT;'],
  },
];

/** Lines that resemble the refused ones and are allowed. */
const allowed: Readonly<Record<string, string>> = {
  'server/domain/pure.ts':
    'export const nextDay = (day: Date): Date => new Date(day.getTime() + 86_400_000);\nexport const larger = (one: number, other: number) => Math.max(one, other);\n',
  'server/http/routes/awaited.ts': "router.get('/c', (_request, response) => response.json({}));\nrouter.get('/d', route(contract, async () => ({})));\n",
  'server/programs/boost.ts': "export const isBoost = (program: Program) => program.key === 'boost';\n",
  'tests/frontends/fixtures.ts': 'export const another = (browser: Browser) => browser.newContext();\n',
  'tests/frontends/watched.spec.ts': 'const there = await anotherBrowser();\nconst tab = await context.newPage();\n',
  'server/services/sameProgram.ts': 'export const isSame = (program: Program, caller: Caller) => program.key === caller.program.key;\n',
};

let project: SeededProject;
let diagnostics: readonly Diagnostic[];

beforeAll(() => {
  const seeds = Object.fromEntries(refused.map(({ file, lines }) => [file, lines.join('\n')]));
  project = plant({ ...seeds, ...allowed });
  // Biome tells of its unstable report on the same stream, so the report is the line that is JSON.
  const { output } = project.run('biome', ['lint', '--reporter=json', '--max-diagnostics=none', '--colors=off']);
  const report = output.split('\n').find((line) => line.startsWith('{')) ?? '{"diagnostics":[]}';
  ({ diagnostics } = JSON.parse(report) as { diagnostics: Diagnostic[] });
});
afterAll(() => project.remove());

it.each(refused)('$promise', ({ file, words, lines }) => {
  const told = diagnostics.filter(({ location, message }) => location.path === file && message.includes(words)).map(({ location }) => location.start.line);
  expect([...new Set(told)].toSorted((a, b) => a - b)).toEqual(lines.map((_, at) => at + 1));
});

it('what only looks alike is let through', () => {
  const told = diagnostics.filter(({ location, category }) => location.path in allowed && category === 'plugin');
  expect(told).toEqual([]);
});
