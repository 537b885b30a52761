import { spawn } from 'node:child_process';

/** A failure outside our code; its message is all that a reader needs. */
export class PreparationError extends Error {}

/**
 * Runs a command in the project's folder with its output on standard error, so that standard output stays the product's
 * own. Throws a PreparationError naming `purpose` when it fails. The command ends with this process.
 */
export async function runCommand(purpose, command, args, { cwd, env = process.env }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 2, 2] });
  const end = () => child.kill('SIGTERM');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, end);
  try {
    const { code, signal, error } = await new Promise((resolve) => {
      child.once('error', (error) => resolve({ error }));
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    if (error) throw new PreparationError(`${purpose} failed: ${error.message}`);
    if (code !== 0) throw new PreparationError(`${purpose} failed: ${command} ended with ${signal ?? `code ${code}`}; see above.`);
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}
