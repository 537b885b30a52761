import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function succeeds(command: string, args: readonly string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return status === 0;
}

/** The lock that lets one process install at a time; several test files may need the same package at once. */
const oneAtATime = [join(tmpdir(), 'headway-apt.lock'), 'apt-get'];

/** Installs a Debian package where that is possible. Updates the package lists first, because old ones name files that are gone. */
export function installByApt(packageName: string): boolean {
  const isRoot = process.getuid?.() === 0;
  return (
    isRoot &&
    existsSync('/usr/bin/apt-get') &&
    succeeds('flock', [...oneAtATime, 'update']) &&
    succeeds('flock', [...oneAtATime, 'install', '--yes', '--no-install-recommends', packageName])
  );
}
