// Installs, generates and builds everything that the product and its tests need, where it is missing or outdated.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeOnce } from './buildCache.mjs';
import { runCommand } from './command.mjs';
import { install } from './install.mjs';
import { oneAtATime } from './lock.mjs';
import { bin, root } from './paths.mjs';

const say = (line) => console.error(`· ${line}`);

/** The sources that both frontends share, beside their own folders. */
const shared = ['server/domain', 'server/contract', 'server/browser', 'server/programs', 'package-lock.json', 'tsconfig.json'];

const frontends = [
  { name: 'dashboard', config: 'standalone/vite.config.ts', output: 'build/standalone', sources: ['standalone', ...shared], command: ['vite', 'build'] },
  { name: 'embedded app', config: 'app/vite.config.ts', output: 'build/app', sources: ['app', ...shared], command: ['remix', 'vite:build'] },
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

const buildFrontend = ({ name, config, output, sources, command }) =>
  makeOnce({ output, sources }, async () => {
    say(`Building the ${name}`);
    await runInstalled(`Building the ${name}`, [...command, '--config', config, '--logLevel', 'warn']);
  });

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
    if (withFrontends) for (const frontend of frontends) if (existsSync(join(root, frontend.config))) await buildFrontend(frontend);
    return { installed };
  });
}
