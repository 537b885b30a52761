import { failedChecks, say } from '../command/checks.ts';

// `npm run check`: format, lint, types, import walls, dead code, exports for tests alone, repeated lines, promises. `npm run check -- types`: those whose name begins so.
const failed = await failedChecks(process.argv[2]);
say(failed.length === 0 ? 'every check passed' : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
