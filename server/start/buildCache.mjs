// What is made from sources is made anew when the sources differ from those it was made of.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Every file of a source, which is a file or a folder; what was made from sources is no source. */
function filesOf(source) {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [source];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'generated' && entry.name !== 'node_modules')
    .flatMap((entry) => filesOf(`${source}/${entry.name}`));
}

/** Hash of names and contents, for times do not survive a clone. */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Calls `make` unless the folder `output` was made from these very `sources` (files and folders, from the project's
 * folder). The fingerprint lies in the output, so that removing the output is enough to have it made again.
 */
export async function makeOnce({ output, sources }, make) {
  const stamp = join(root, output, '.made-from');
  const now = fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  await make();
  mkdirSync(join(root, output), { recursive: true });
  writeFileSync(stamp, now);
}
