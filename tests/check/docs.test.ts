import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { retentions } from '../../server/db/queries/expired.ts';
import { demoAccounts, demoPassword } from '../../server/start/demo/accounts.ts';
import { settingsPage } from './settingsPage.ts';

const fileOf = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(fileOf(path), 'utf8');

describe('the README', () => {
  const readme = read('README.md');

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

it('the page of settings is what `npm run docs` prints', () => {
  expect(read('server/docs/settings.md')).toBe(settingsPage());
});

it('the page for operators tells how long rows are kept after their end', () => {
  const [, section = ''] = read('server/docs/operating.md').split('## Retention');
  const told = [...section.matchAll(/^\| `(\w+)` \| (nothing|(\d+) days?)/gm)].map(([, table, , days]) => [table, Number(days ?? 0)]);
  expect(told).toEqual(Object.entries(retentions).map(([table, { keptMs }]) => [table, keptMs / 86_400_000]));
});

const folders = ['app', 'extensions', 'prisma', 'server', 'standalone', 'tests'];
const markdownBelow = (folder: string) =>
  readdirSync(fileOf(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `${folder}/${path}`);

/** Lists of proofs, of which a check of their own reads every line. */
const proofs = ['tests/PROMISES.md', 'tests/accessibility.md', 'tests/security/ASVS.md', 'tests/security/ATTACKS.md'];
const roomReadmes = folders.flatMap(markdownBelow).filter((path) => path.endsWith('/README.md'));
const pages = ['README.md', ...['.github', ...folders].flatMap(markdownBelow)].filter((path) => !proofs.includes(path));

/** Tells whether a word is a path: it begins with one of our folders, or ends like a file inside a folder. */
function isPath(word: string): boolean {
  const [first = '', ...others] = word.split('/');
  if (others.length === 0) return false;
  return ['.github', '.readme', ...folders].includes(first) || (first !== '' && /^[\w./<>*-]+\.(css|json|mjs|js|md|prisma|sql|svg|toml|tsx?)$/.test(word));
}

/** Examples in code blocks do not count. */
const proseOf = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '');

/** Returns the paths in a text's code, which begin at the root. */
const pathsIn = (text: string): string[] => [...proseOf(text).matchAll(/`([^`\n]+)`/g)].flatMap(([, words = '']) => words.split(' ')).filter(isPath);

/** Returns the targets of a text's links within the project, which begin at the page's folder. */
const linksIn = (text: string): string[] =>
  [...proseOf(text).matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target).filter((target) => !/^https?:/.test(target));

/** Returns the words by which a link names a heading: those of `## Past one PostgreSQL` are `past-one-postgresql`. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Returns the part of a path before the first placeholder: `server/programs` of `server/programs/<name>.ts`. */
function fixedPart(path: string): string {
  const parts = path.split('/');
  const placeholder = parts.findIndex((part) => /[<*]/.test(part));
  return placeholder === -1 ? path : parts.slice(0, placeholder).join('/');
}

const missingPaths = (text: string) => pathsIn(text).filter((path) => !existsSync(fileOf(fixedPart(path))));

/** The names of all files in our folders and at the root. */
const fileNames = new Set([
  ...readdirSync(fileOf('.')),
  ...['.github', ...folders].flatMap((folder) => readdirSync(fileOf(folder), { recursive: true, encoding: 'utf8' }).map((path) => posix.basename(path))),
]);

/** Returns the names of files in a text's code, without a folder, that no file has. */
const missingNames = (text: string) =>
  [...proseOf(text).matchAll(/`([\w.-]+\.(?:css|mjs|js|md|prisma|sql|toml|tsx?))`/g)].map(([, name = '']) => name).filter((name) => !fileNames.has(name));

/** Tells whether a link of a page leads to a file, and to a heading of it where it names one. */
function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : posix.join(posix.dirname(page), file);
  return existsSync(fileOf(target)) && (anchor === undefined || anchorsOf(read(target)).includes(anchor));
}

const brokenLinks = (page: string, text: string) => linksIn(text).filter((link) => !leadsSomewhere(page, link));

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

const commandsIn = (text: string) =>
  [...text.matchAll(/npm (?:run (?:--silent )?([a-z:]+)|(start|test)\b)/g)].map(([, name = '', short = '']) => name || short);

const scripts = Object.keys(JSON.parse(read('package.json')).scripts);

describe('every page for readers', () => {
  it.each(pages)('%s names only files, links, symbols and commands that there are', (page) => {
    const text = read(page);
    expect(missingPaths(text)).toEqual([]);
    expect(missingNames(text)).toEqual([]);
    expect(brokenLinks(page, text)).toEqual([]);
    expect(missingSymbols(text)).toEqual([]);
    expect(commandsIn(text).filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('is read wholly: the rooms have paths, and the typical changes have symbols', () => {
    expect(roomReadmes.length).toBeGreaterThanOrEqual(17);
    for (const page of roomReadmes) expect(pathsIn(read(page)).length, page).toBeGreaterThan(0);
    const [, changes = ''] = read('server/README.md').split('## Typical changes');
    expect(symbolsIn(changes).length).toBeGreaterThanOrEqual(10);
  });

  it('names each command somewhere', () => {
    const named = new Set(pages.flatMap((page) => commandsIn(read(page))));
    expect(scripts.filter((name) => !named.has(name))).toEqual([]);
  });

  it('is refused for a wrong path, name, link or symbol', () => {
    const text = 'See `server/domain/nowhere.ts`, `domain/table/table.ts`, `node server/nowhere.ts --all`, [this](nowhere.md), `server/nowhere/<name>.ts`.';
    expect(missingPaths(`${text} But \`server/programs/<name>.ts\` and \`/webhooks/<name>\` are right.`)).toEqual([
      'server/domain/nowhere.ts',
      'domain/table/table.ts',
      'server/nowhere.ts',
      'server/nowhere/<name>.ts',
    ]);
    expect(missingNames('In `cost.ts` or `nowhere.ts`.')).toEqual(['nowhere.ts']);
    const links = `${text} [That](backup.md#nowhere) too, but not [this](backup.md#a-drill), [that](../../README.md) and [those](https://example.com).`;
    expect(brokenLinks('server/docs/operating.md', links)).toEqual(['nowhere.md', 'backup.md#nowhere']);
    const symbols = '`server/jobs/draws.ts` (`bankingHours`), then (`drawHours`); `server/jobs/draws.ts` (`drawHours`), `nobody` in `server/jobs/draws.ts`';
    expect(missingSymbols(symbols).map(({ symbol }) => symbol)).toEqual(['drawHours', 'nobody']);
  });
});

describe('is short enough to be read', () => {
  it('the README has 12 kB at most', () => {
    expect(statSync(fileOf('README.md')).size).toBeLessThanOrEqual(12_000);
  });

  it.each(roomReadmes)('%s has a screen and a half at most', (page) => {
    expect(read(page).split('\n').length).toBeLessThanOrEqual(75);
  });
});
