import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Finds product exports that only tests import: a rule that no product code calls says nothing about the product. Call
 * such a rule in the product, or delete it; an oracle belongs below tests/.
 */

/** The exports that Remix and the tools use by name, from files that nothing imports. */
const takenByName: readonly { files: RegExp; names: ReadonlySet<string> }[] = [
  {
    files: /^app\/(root|entry\.\w+|routes\/.+)\.tsx?$/,
    names: new Set(['default', 'loader', 'action', 'links', 'meta', 'headers', 'handle', 'handleError', 'shouldRevalidate', 'ErrorBoundary']),
  },
  { files: /\.config\.ts$|^extensions\//, names: new Set(['default']) },
];

interface Report {
  issues: readonly {
    file: string;
    files: readonly { name: string }[];
    exports: readonly { name: string }[];
    types: readonly { name: string }[];
  }[];
}

const isTakenByName = (file: string, name: string) => takenByName.some(({ files, names }) => files.test(file) && names.has(name));

/** Returns the exports of a project's product that only tests import, and its files, such as `server/domain/basics/money.ts: cents`. */
export function testOnlyExports(folder: string): readonly string[] {
  const knip = join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules/.bin/knip');
  const kinds = 'files,exports,types';
  const run = spawnSync(knip, ['--production', '--include-entry-exports', '--no-progress', '--reporter', 'json', '--include', kinds], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status === null || run.status > 1) throw new Error(`knip could not look: ${run.stderr || String(run.error)}`);
  const { issues } = JSON.parse(run.stdout) as Report;
  return issues.flatMap(({ file, files, exports, types }) => [
    ...files.map(({ name }) => name),
    ...[...exports, ...types].filter(({ name }) => !isTakenByName(file, name)).map(({ name }) => `${file}: ${name}`),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = testOnlyExports(process.cwd());
  for (const name of found) console.error(`${name} is imported by tests alone`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
