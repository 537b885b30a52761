import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A small project with this project's rules, in which mistakes are planted. */
export interface SeededProject {
  folder: string;
  /** Writes a file, by path and content. */
  write: (path: string, content: string) => void;
  /** Runs a command of this project's packages there; returns its output and exit code, and does not throw when it fails. */
  run: (command: string, args: readonly string[]) => { output: string; exitCode: number };
  remove: () => void;
}

const rules = ['.biome.jsonc', '.lint', '.dependency-cruiser.mjs', '.knip.jsonc', '.gitignore', 'package.json', 'tsconfig.json'];

/** Plants files, by path and content, beside copies of the rules. */
export function plant(files: Readonly<Record<string, string>>): SeededProject {
  const folder = mkdtempSync(join(tmpdir(), 'headway-seeds-'));
  for (const rule of rules) cpSync(join(root, rule), join(folder, rule), { recursive: true });
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  return {
    folder,
    write,
    run(command, args) {
      const { stdout, status } = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
      return { output: stdout, exitCode: status ?? 1 };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
