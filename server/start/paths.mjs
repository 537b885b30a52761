import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Where the installed packages have their commands, the pinned Node among them. */
export const bin = join(root, 'node_modules/.bin');
