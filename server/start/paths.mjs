import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The folder of the installed packages' commands, the pinned Node among them. */
export const bin = join(root, 'node_modules/.bin');
