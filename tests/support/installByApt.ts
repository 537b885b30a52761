import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function succeeds(command: string, args: readonly string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return status === 0;
}

/** Only one process may install at a time; test files that need something run beside each other. */
const oneAtATime = [join(tmpdir(), 'headway-apt.lock'), 'apt-get'];

/** Installs a package of Debian's where that is possible. Old package lists name files that are no longer there, so they are renewed first. */
export function installByApt(packageName: string): boolean {
  const isRoot = process.getuid?.() === 0;
  return (
    isRoot &&
    existsSync('/usr/bin/apt-get') &&
    succeeds('flock', [...oneAtATime, 'update']) &&
    succeeds('flock', [...oneAtATime, 'install', '--yes', '--no-install-recommends', packageName])
  );
}
