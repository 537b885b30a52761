// Rebuilds outputs whose sources differ from those they were built from.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Returns every file of a source, which is a file or a folder. Leaves out build outputs. */
function filesOf(source) {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [source];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'generated' && entry.name !== 'node_modules')
    .flatMap((entry) => filesOf(`${source}/${entry.name}`));
}

/** Returns a hash of names and contents; modification times do not survive a clone. */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Calls `make` unless the folder `output` was built from exactly these `sources` (files and folders, relative to the
 * project's folder). The fingerprint is stored in the output, so removing the output forces a rebuild.
 */
export async function makeOnce({ output, sources }, make) {
  const stamp = join(root, output, '.made-from');
  const now = fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  await make();
  mkdirSync(join(root, output), { recursive: true });
  writeFileSync(stamp, now);
}
