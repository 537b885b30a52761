// Runs a file of the project, prepared: `node server/start/run.mjs [--faces] <file> [arguments]`. Every npm script goes
// through here, so that each works on a fresh clone, on any Node from 20 on. Plain JavaScript without packages, because
// it is what installs them.
import { PreparationError } from './command.mjs';
import { followLauncher } from './follow.mjs';
import { handOver } from './handOver.mjs';
import { prepare } from './prepare.mjs';

const [major] = process.versions.node.split('.');
if (Number(major) < 20) {
  console.error(`Headway needs Node 20 or later to begin with; this is ${process.version}.`);
  process.exit(1);
}

followLauncher();
const words = process.argv.slice(2);
const faces = words[0] === '--faces';
const [file, ...rest] = faces ? words.slice(1) : words;
try {
  const { installed } = await prepare({ faces });
  await handOver(file, rest, { installed });
} catch (error) {
  if (!(error instanceof PreparationError)) throw error;
  console.error(error.message);
  process.exit(1);
}
