// Installs the packages of package-lock.json when they are missing or outdated.
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { PreparationError, runCommand } from './command.mjs';
import { bin, root } from './paths.mjs';

const wanted = join(root, 'package-lock.json');
/** npm's own record of what it installed, written last. */
const present = join(root, 'node_modules/.package-lock.json');
const stamp = join(root, 'node_modules/.cache/headway/installed');

const stampNow = () => createHash('sha256').update(readFileSync(wanted)).update(readFileSync(present)).digest('hex');

function isStamped() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampNow();
}

function writeStamp() {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, stampNow());
}

function holdsEveryWantedPackage() {
  const installed = JSON.parse(readFileSync(present, 'utf8')).packages;
  return Object.entries(JSON.parse(readFileSync(wanted, 'utf8')).packages).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = installed[path];
    // Optional packages are mostly for other machines' processors.
    return found ? found.version === version : optional;
  });
}

function isInstalled() {
  if (!existsSync(present) || !existsSync(join(bin, 'node'))) return false;
  if (isStamped()) return true;
  if (!holdsEveryWantedPackage()) return false;
  writeStamp();
  return true;
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    return error.code === 'ENOENT' && dirname(folder) !== folder && isWritable(dirname(folder));
  }
}

/** Installs the packages of package-lock.json when needed; returns whether it did. Dependencies' own install scripts bring the pinned Node. */
export async function install(say) {
  if (isInstalled()) return false;
  say('Installing packages');
  // Without npm's record an installation was cut off, and npm would take a half-written package for a complete one.
  if (!existsSync(present)) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
  await runCommand(
    'Installing the packages',
    'npm',
    [
      // Not `npm ci`: it refuses a lock file that was written where a registry lacks other systems' optional packages.
      'install',
      '--no-save',
      '--no-progress',
      '--loglevel=error',
      '--ignore-scripts=false',
      // Development packages are needed with NODE_ENV=production too: they build both frontends here.
      '--include=dev',
      ...(isWritable(cache) ? [] : [`--cache=${join(root, '.cache/npm')}`]),
    ],
    // The pinned Node is about to be replaced, so npm has to run on the machine's own.
    { cwd: root, env: { ...process.env, PATH: withoutInstalled(process.env.PATH) } },
  );
  if (!existsSync(join(bin, 'node')))
    throw new PreparationError('Installing the packages did not install Node. Allow npm to run the install script of the package node.');
  writeStamp();
  return true;
}

const withoutInstalled = (path) =>
  path
    .split(delimiter)
    .filter((folder) => !folder.endsWith('node_modules/.bin'))
    .join(delimiter);
