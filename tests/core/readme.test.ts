import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { retentions } from '../../server/db/queries/expired.ts';
import { allSettings, type Setting } from '../../server/settings.ts';
import { demoAccounts, demoPassword } from '../../server/start/demo/accounts.ts';

const fileOf = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(fileOf(path), 'utf8');

const readme = read('README.md');

/** How the README shows a default: a secret's is for development alone. */
function shownDefault({ default: value, secret }: Setting): string {
  if (value === undefined || value === '') return 'none';
  return secret ? 'in development only' : `\`${value}\``;
}

describe('the README', () => {
  it.each(allSettings())('tells name, meaning and default of the setting $name', (setting) => {
    expect(readme).toContain(`| \`${setting.name}\` | ${setting.meaning} | ${shownDefault(setting)} |`);
  });

  it('tells how long rows are kept after their end', () => {
    const [, section = ''] = readme.split('**What is kept for how long.**');
    const told = [...section.matchAll(/^\| `(\w+)` \| (nothing|(\d+) days?)/gm)].map(([, table, , days]) => [table, Number(days ?? 0)]);
    expect(told).toEqual(Object.entries(retentions).map(([table, { keptMs }]) => [table, keptMs / 86_400_000]));
  });

  it('knows no setting that the product does not', () => {
    const documented = [...readme.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
    expect(documented.toSorted()).toEqual(
      allSettings()
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('has each npm script in its tables of commands, but for the two that begin a chapter', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts).filter((name) => name !== 'start' && name !== 'test');
    const listed = new Set([...readme.matchAll(/^\| `npm run ([\w:]+)/gm)].map(([, name]) => name));
    expect(scripts.filter((name) => !listed.has(name))).toEqual([]);
  });

  it('names the demo accounts with their password', () => {
    for (const { email, meaning } of demoAccounts) expect(readme).toContain(`| \`${email}\` | ${meaning} |`);
    expect(readme).toContain(demoPassword);
  });

  it('shows only pictures and folders that are there', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path ?? '');
    const folders = [...readme.matchAll(/^\| `([a-z./-]+\/)` \|/gm)].map(([, path]) => path ?? '');
    expect(pictures.length).toBeGreaterThan(0);
    expect(folders.length).toBeGreaterThan(10);
    for (const path of [...pictures, ...folders]) expect(existsSync(fileOf(path)), path).toBe(true);
  });
});

const folders = ['app', 'extensions', 'prisma', 'server', 'standalone', 'tests'];
const roomReadmes = folders.flatMap((folder) =>
  readdirSync(fileOf(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path === 'README.md' || path.endsWith('/README.md'))
    .map((path) => `${folder}/${path}`),
);
const readmes = ['README.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md', 'server/SECURITY.md', ...roomReadmes];

/** Tells whether a word is a path: it begins with one of our folders, or ends like a file inside a folder. */
function isPath(word: string): boolean {
  const [first = '', ...others] = word.split('/');
  if (others.length === 0) return false;
  return ['.github', '.readme', ...folders].includes(first) || (first !== '' && /^[\w./<>*-]+\.(css|json|mjs|js|md|prisma|sql|svg|toml|tsx?)$/.test(word));
}

/** Returns the paths in a text's code and links. Examples in code blocks do not count. */
function pathsIn(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const code = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, words = '']) => words.split(' '));
  const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  return [...code, ...links].filter(isPath);
}

/** Returns the part of a path before the first placeholder: `server/programs` of `server/programs/<name>.ts`. */
function fixedPart(path: string): string {
  const parts = path.split('/');
  const placeholder = parts.findIndex((part) => /[<*]/.test(part));
  return placeholder === -1 ? path : parts.slice(0, placeholder).join('/');
}

const missingPaths = (text: string) => pathsIn(text).filter((path) => !existsSync(fileOf(fixedPart(path))));

/** Returns the pairs of a file and a symbol: `path` (`symbol` …), `symbol` (`path`), `symbol` in `path`. */
function symbolsIn(text: string): { path: string; symbol: string }[] {
  const before = text.matchAll(/`(?<path>[^`\s]+\/[^`\s]+\.\w+)`\s+\(`(?<symbol>\w+)`/g);
  const after = text.matchAll(/`(?<symbol>\w+)`\s+(?:in\s+|\()`(?<path>[^`\s]+\/[^`\s]+\.\w+)`/g);
  return [...before, ...after].map(({ groups: { path = '', symbol = '' } = {} }) => ({ path, symbol }));
}

function isDeclared({ path, symbol }: { path: string; symbol: string }): boolean {
  if (!existsSync(fileOf(path))) return false;
  return new RegExp(`\\b(?:const|function|class|interface|type) ${symbol}\\b|^ *${symbol}(?:\\?|:| )`, 'm').test(read(path));
}

const missingSymbols = (text: string) => symbolsIn(text).filter((named) => !isDeclared(named));

describe('every README', () => {
  it.each(readmes)('%s names only files and folders that exist', (path) => {
    expect(missingPaths(read(path))).toEqual([]);
  });

  it.each(readmes)('%s names a symbol only with the file that declares it', (path) => {
    expect(missingSymbols(read(path))).toEqual([]);
  });

  it('is read wholly: the rooms have paths, and the typical changes have symbols', () => {
    expect(roomReadmes.length).toBeGreaterThanOrEqual(17);
    for (const path of readmes) expect(pathsIn(read(path)).length, path).toBeGreaterThan(0);
    const [, changes = ''] = read('server/README.md').split('## Typical changes');
    expect(symbolsIn(changes).length).toBeGreaterThanOrEqual(10);
  });

  it('is refused for a wrong path or symbol', () => {
    const text =
      'See `server/domain/nowhere.ts`, `domain/table/table.ts`, `node server/nowhere.ts --all`, [this](server/nowhere.md), `server/nowhere/<name>.ts`.';
    expect(missingPaths(`${text} But \`server/programs/<name>.ts\` and \`/webhooks/<name>\` are right.`)).toEqual([
      'server/domain/nowhere.ts',
      'domain/table/table.ts',
      'server/nowhere.ts',
      'server/nowhere/<name>.ts',
      'server/nowhere.md',
    ]);
    const symbols = '`server/jobs/draws.ts` (`bankingHours`), then (`drawHours`); `server/jobs/draws.ts` (`drawHours`), `nobody` in `server/jobs/draws.ts`';
    expect(missingSymbols(symbols).map(({ symbol }) => symbol)).toEqual(['drawHours', 'nobody']);
  });
});
