// Installs, generates and builds everything that the product and its tests need, where it is missing or outdated.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeOnce } from './buildCache.mjs';
import { runCommand } from './command.mjs';
import { compressFiles } from './compressFiles.mjs';
import { install } from './install.mjs';
import { oneAtATime } from './lock.mjs';
import { bin, root } from './paths.mjs';

const say = (line) => console.error(`· ${line}`);

/** The sources that both frontends share, beside their own folders. */
const shared = ['server/domain', 'server/contract', 'server/browser', 'server/programs', 'package-lock.json', 'tsconfig.json'];

const vite = (config) => ['--config', config, '--logLevel', 'warn'];
const block = 'extensions/order-spending-power';

const frontends = [
  {
    name: 'dashboard',
    folder: 'standalone',
    output: 'build/standalone',
    files: 'build/standalone/assets',
    sources: ['standalone', ...shared],
    command: ['vite', 'build', ...vite('standalone/vite.config.ts')],
  },
  {
    name: 'embedded app',
    folder: 'app',
    output: 'build/app',
    files: 'build/app/client/assets',
    sources: ['app', ...shared],
    command: ['remix', 'vite:build', ...vite('app/vite.config.ts')],
  },
  {
    // The platform packs and publishes the block itself; this one is for the sandbox's order page.
    name: 'order block',
    folder: block,
    output: 'build/extension',
    files: null,
    sources: [block, 'package-lock.json'],
    command: [
      'esbuild',
      `${block}/src/OrderBlock.tsx`,
      '--bundle',
      '--format=esm',
      '--target=es2020',
      '--jsx=automatic',
      '--jsx-import-source=preact',
      '--outdir=build/extension',
      '--log-level=warning',
    ],
  },
];

const runInstalled = (purpose, [command, ...args]) =>
  runCommand(purpose, join(bin, command), args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PATH: `${bin}:${process.env.PATH}` },
  });

const generateClient = () =>
  makeOnce({ output: 'server/db/generated', sources: ['prisma/schema.prisma', 'server/db/generate.mjs', 'package-lock.json'] }, async () => {
    say('Generating the database client');
    await runInstalled('Generating the database client', ['node', 'server/db/generate.mjs']);
  });

const buildFrontend = ({ name, output, files, sources, command }) =>
  makeOnce({ output, sources }, async () => {
    say(`Building the ${name}`);
    await runInstalled(`Building the ${name}`, command);
    // The sandbox serves the block as it is.
    if (files !== null) await compressFiles(join(root, files));
  });

/** Builds all at the same time, as a build computes on one processor for most of its time. A failure is told once every build has ended. */
async function buildFrontends() {
  const ends = await Promise.allSettled(frontends.filter(({ folder }) => existsSync(join(root, folder))).map(buildFrontend));
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Installs the packages, generates the database client and, with `frontends`, builds both frontends: each only when it is
 * missing or older than its sources. Safe to run twice at once. Returns whether packages were installed; throws a
 * PreparationError.
 */
export function prepare({ frontends: withFrontends }) {
  const waiting = () => say('Waiting until another process has prepared this folder');
  return oneAtATime(join(root, '.cache/preparation.lock'), waiting, async () => {
    const installed = await install(say);
    await generateClient();
    if (withFrontends) await buildFrontends();
    return { installed };
  });
}
