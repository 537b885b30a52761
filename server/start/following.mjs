// Loaded before a file that another process handed over (`node --import`), so that the two end together.
import { followLauncher } from './follow.mjs';

followLauncher();
