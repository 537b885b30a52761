import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const debian = '/usr/bin/chromium';

function succeeds(command: string, args: readonly string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return status === 0;
}

/** Old package lists name files that are no longer there, so they are renewed first. */
function installByApt(): boolean {
  const isRoot = process.getuid?.() === 0;
  return (
    isRoot &&
    existsSync('/usr/bin/apt-get') &&
    succeeds('apt-get', ['update']) &&
    succeeds('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'])
  );
}

/**
 * The path of a Chromium: CHROMIUM_PATH, else Debian's, installed when it is missing and may be, else Playwright's own.
 * Throws, saying what to do, when there is none to be had.
 */
export function findChromium(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH: there is no ${given}`);
    return given;
  }
  if (existsSync(debian) || (installByApt() && existsSync(debian))) return debian;
  const own = chromium.executablePath();
  if (existsSync(own) || (succeeds('playwright', ['install', 'chromium']) && existsSync(own))) return own;
  throw new Error('CHROMIUM_PATH: no Chromium here, and none could be installed; install one and name it');
}
