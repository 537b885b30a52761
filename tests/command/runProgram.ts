import { spawn } from 'node:child_process';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a program with its output on ours, hands it the signals that we get, and returns its exit code. */
export async function runProgram(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...environment } });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of passedOn) process.on(signal, pass);
  return new Promise<number>((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  }).finally(() => {
    for (const signal of passedOn) process.off(signal, pass);
  });
}
