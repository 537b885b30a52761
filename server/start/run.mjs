// Prepares the project and runs one of its files: `node server/start/run.mjs [--frontends] <file> [arguments]`. Every npm
// script starts here, so that each works on a fresh clone with Node 20 or later. It is plain JavaScript without packages,
// because it installs the packages.
import { PreparationError } from './command.mjs';
import { followLauncher } from './follow.mjs';
import { handOver } from './handOver.mjs';
import { prepare } from './prepare.mjs';

const [major] = process.versions.node.split('.');
if (Number(major) < 20) {
  console.error(`Headway needs Node 20 or later to start; this is ${process.version}.`);
  process.exit(1);
}

followLauncher();
const words = process.argv.slice(2);
const frontends = words[0] === '--frontends';
const [file, ...rest] = frontends ? words.slice(1) : words;
try {
  const { installed } = await prepare({ frontends });
  await handOver(file, rest, { installed });
} catch (error) {
  if (!(error instanceof PreparationError)) throw error;
  console.error(error.message);
  process.exit(1);
}
