// `npm start` and `npm run dev`: prepares a clone for running, then runs the product and stays its parent.
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const development = process.argv.includes('--dev');

try {
  await prepare({ faces: !development });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// The channel tells the product when this process is gone, even by kill -9, so that nothing stays behind.
const product = spawn(path.join(root, 'node_modules/.bin/node'), ['server/main.ts', ...(development ? ['--dev'] : [])], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});

// Ctrl-C reaches the whole group by itself; a signal to this process alone is passed on.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => product.kill('SIGTERM'));
process.on('SIGINT', () => {});
product.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
