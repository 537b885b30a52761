import { parseArgs } from 'node:util';

/** Refuses every word behind a command that takes none: `--help` or `--dry-run` may not pass for the command itself. */
export function refuseWords(): void {
  parseArgs({ options: {} });
}
