import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Container, containerOf, instructionsOf } from '../../check/dockerfile.ts';
import { findChromium } from '../../support/chromium.ts';
import { buildStage } from './buildStage.ts';
import { asUser, type Workplace } from './workplace.ts';

/** Prints what holds. Throws when it does not. */
export function check(what: string, holds: boolean): void {
  if (!holds) throw new Error(`it does not hold: ${what}`);
  console.log(`✓ ${what}`);
}

/** The files of a target, and how its containers start. */
export interface Image {
  place: Workplace;
  folder: string;
  container: Container;
}

/** Builds the files of a target. */
export function buildImage(place: Workplace, target: string): Image {
  const folder = buildStage(place, target);
  // Otherwise the first database that stops waits until a gigabyte of new files is on the disk.
  execFileSync('sync');
  console.log(`· ${target} takes ${execFileSync('du', ['-sh', '--apparent-size', folder], { encoding: 'utf8' }).split('\t', 1)[0]}`);
  return { place, folder, container: containerOf(instructionsOf(place.stages, target)) };
}

/** Returns those of the packages that lie in the image, at any depth. */
export function packagesIn({ folder }: Image, names: readonly string[]): string[] {
  const places = execFileSync('find', ['.', '-type', 'd', '-name', 'node_modules'], { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
  return names.filter((name) => places.some((place) => existsSync(join(folder, place, name))));
}

/** Checks that the image's user can read every file and enter every folder. */
export function checkReadable({ place, folder, container }: Image): void {
  const closed = ['.', '!', '-type', 'l', '(', '!', '-readable', '-o', '-type', 'd', '!', '-executable', ')'];
  check('nothing in it is closed to its user', execFileSync('find', closed, { cwd: folder, encoding: 'utf8', ...asUser(place, container) }) === '');
}

/** Returns how to spawn a program in a container with these settings. */
export const inContainer = ({ place, folder, container }: Image, settings: Readonly<Record<string, string>>) => ({
  cwd: folder,
  ...asUser(place, container, settings),
});

const startLimitMs = 60_000;

/** Prints the product's output and adds it to `heard`. Resolves to whether it says that it is running. */
function saysItRuns(product: ChildProcess, heard: { output: string }): Promise<boolean> {
  return new Promise((resolve) => {
    product.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      heard.output += chunk.toString();
      if (heard.output.includes('Headway is running')) resolve(true);
    });
    product.once('exit', () => resolve(false));
    setTimeout(resolve, startLimitMs, false).unref();
  });
}

/** Checks that the container's own health check, where it has one, passes while the product runs, and not at another port. */
function checkHealth(image: Image, settings: Trial['settings']): void {
  const [program, ...words] = image.container.healthCheck ?? [];
  if (program === undefined) return;
  const passes = (given: Trial['settings']) => spawnSync(program, words, inContainer(image, given)).status === 0;
  check('its health check passes', passes(settings));
  // Nobody listens on port 9.
  check('and fails where nobody answers', !passes({ ...settings, PORT: '9' }));
}

interface Trial {
  settings: Readonly<Record<string, string>> & { PORT: string };
  /** The signal that ends the product. */
  signal: 'SIGINT' | 'SIGTERM';
}

/** Starts a container's command, calls `look` once it is ready, and ends it. Throws unless it serves and ends well. Resolves to its output. */
export async function tryContainer(image: Image, { settings, signal }: Trial, look: () => Promise<void>): Promise<string> {
  const [program = '', ...words] = image.container.command;
  const product = spawn(program, words, { ...inContainer(image, settings), stdio: ['ignore', 'pipe', 'inherit'] });
  const heard = { output: '' };
  try {
    check('the product starts', await saysItRuns(product, heard));
    const { status } = await fetch(`http://127.0.0.1:${settings.PORT}/readyz`);
    check('/readyz answers 200', status === 200);
    checkHealth(image, settings);
    await look();
  } finally {
    const ended = product.exitCode === null && product.signalCode === null && once(product, 'close');
    product.kill(signal);
    await ended;
  }
  if (product.exitCode !== 0) console.error(`it ended with ${product.signalCode ?? product.exitCode}`);
  check(`${signal} ends it well`, product.exitCode === 0);
  return heard.output;
}

/** Calls `look` with a page of a new browser. */
export async function inBrowser(look: (page: Page) => Promise<void>): Promise<void> {
  const browser: Browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    await look(await browser.newPage());
  } finally {
    await browser.close();
  }
}
