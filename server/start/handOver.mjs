// Hands over from the machine's Node to the Node that the project pins.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import * as module from 'node:module';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bin, root } from './paths.mjs';

const pinnedNode = join(bin, 'node');
/** Node's compile cache of our files and the packages': it halves the time of a start. */
const compileCache = join(root, '.cache/compiled');

/**
 * Runs `file` (a path relative to the project's folder) under the pinned Node: in this process when it is that Node
 * already, else in a child that receives this process's signals and whose exit code becomes this process's.
 */
export async function handOver(file, args, { installed }) {
  const path = join(root, file);
  process.env.PATH = [bin, ...process.env.PATH.split(delimiter).filter((folder) => folder !== bin)].join(delimiter);
  // An installation replaces the pinned Node on disk, so this process may run another file than the installed one.
  const isPinned = !installed && existsSync(process.execPath) && realpathSync(process.execPath) === realpathSync(pinnedNode);
  if (isPinned) {
    process.argv = [process.execPath, path, ...args];
    module.enableCompileCache(compileCache);
    process.env.NODE_COMPILE_CACHE = compileCache;
    await import(pathToFileURL(path).href);
    return;
  }
  const follow = pathToFileURL(join(root, 'server/start/following.mjs')).href;
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const child = spawn(pinnedNode, ['--import', follow, path, ...args], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
