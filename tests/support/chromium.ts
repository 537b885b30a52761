import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installByApt, succeeds } from './installByApt.ts';

/** Debian's packages, each with its program: `headless` never has a window, and takes a fifth less of the processor; `whole` can notify too. */
const debian = { headless: 'chromium-headless-shell', whole: 'chromium' } as const;

export type ChromiumKind = keyof typeof debian;

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, else Debian's, installed when it is missing and the machine allows it,
 * else Playwright's own. Throws an error that says what to do when there is none.
 */
export function findChromium(kind: ChromiumKind = 'headless'): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH: there is no ${given}`);
    return given;
  }
  const path = `/usr/bin/${debian[kind]}`;
  if (existsSync(path) || (installByApt(debian[kind]) && existsSync(path))) return path;
  const own = chromium.executablePath();
  if (existsSync(own) || (succeeds('playwright', ['install', 'chromium']) && existsSync(own))) return own;
  throw new Error('CHROMIUM_PATH: no Chromium here, and none could be installed; install one and name it');
}
