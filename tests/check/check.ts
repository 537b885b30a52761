import { failedChecks, say } from '../command/checks.ts';

// `npm run check`: format, lint, types, import walls, dead code, exports for tests alone, promised behaviours.
const failed = await failedChecks();
say(failed.length === 0 ? 'every check passed' : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
