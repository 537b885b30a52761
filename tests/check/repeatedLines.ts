import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Finds runs of equal lines in two places of the product: a rule that is written twice gets changed once. Indentation,
 * blank lines, comments and imports do not count.
 */

const shortestRun = 12;

const folders = ['server', 'app', 'standalone', 'extensions', 'prisma', '.github', '.lint', '.ci'];
/** Tools write the first three. A migration stays as it was applied. */
const isAside = /(^|\/)(node_modules|generated)\/|^package-lock\.json$|^prisma\/migrations\//;

/** Matches comments and imports that fill whole lines. */
const passedOver = /^[ \t]*(?:\/\/.*|\{?\/\*[\s\S]*?\*\/\}?)[ \t]*$|^import\s(?:[^;'"]*\sfrom\s)?['"][^'"\n]+['"][^;\n]*;$/gm;

interface Line {
  text: string;
  number: number;
}

interface Place {
  path: string;
  /** Index among the lines that count. */
  at: number;
}

interface Run extends Place {
  /** The first place of the same lines. */
  first: Place;
  length: number;
}

function linesThatCount(source: string): readonly Line[] {
  const withoutRest = source.replaceAll(passedOver, (match) => match.replaceAll(/[^\n]/g, ''));
  return withoutRest.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [{ text: line.trim(), number: at + 1 }]));
}

const continues = (run: Run | undefined, { path, at }: Place, first: Place): run is Run =>
  run !== undefined &&
  run.path === path &&
  run.at + run.length === at + shortestRun - 1 &&
  run.first.path === first.path &&
  at - run.at === first.at - run.first.at;

/** Returns each run of lines that stood before, earlier in its file or in a file before it, as long as it goes on. */
function repeatedRuns(linesByPath: ReadonlyMap<string, readonly Line[]>): readonly Run[] {
  const known = new Map<string, Place>();
  const runs: Run[] = [];
  for (const [path, lines] of linesByPath) {
    for (let at = 0; at + shortestRun <= lines.length; at += 1) {
      const text = lines
        .slice(at, at + shortestRun)
        .map((line) => line.text)
        .join('\n');
      const first = known.get(text);
      const last = runs.at(-1);
      if (!first) known.set(text, { path, at });
      else if (continues(last, { path, at }, first)) last.length += 1;
      else if (first.path !== path || at - first.at >= shortestRun) runs.push({ path, at, first, length: shortestRun });
    }
  }
  return runs;
}

/** Returns a line for each run of twelve or more lines that stands twice, such as `b.ts:8-20 repeats a.ts:3-15 (13 lines)`. */
export function repetitions(sources: ReadonlyMap<string, string>): readonly string[] {
  const linesByPath = new Map([...sources].map(([path, source]) => [path, linesThatCount(source)]));
  const shown = ({ path, at }: Place, length: number) => {
    const lines = linesByPath.get(path) ?? [];
    return `${path}:${lines[at]?.number}-${lines[at + length - 1]?.number}`;
  };
  return repeatedRuns(linesByPath).map((run) => `${shown(run, run.length)} repeats ${shown(run.first, run.length)} (${run.length} lines)`);
}

function productFiles(): readonly string[] {
  const top = readdirSync('.', { withFileTypes: true });
  const inFolders = top
    .filter((entry) => entry.isDirectory() && folders.includes(entry.name))
    .flatMap(({ name }) => readdirSync(name, { recursive: true, withFileTypes: true }));
  const files = [...top, ...inFolders].filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll('\\', '/').replace(/^\.\//, ''));
  return paths.filter((path) => !isAside.test(path)).sort();
}

/** Returns the product's text files by path. */
function readProduct(): ReadonlyMap<string, string> {
  const sources = productFiles().map((path) => [path, readFileSync(path, 'utf8')] as const);
  return new Map(sources.filter(([, source]) => !source.includes('\0')));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = repetitions(readProduct());
  for (const line of found) console.error(line);
  process.exitCode = found.length === 0 ? 0 : 1;
}
