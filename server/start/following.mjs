// Loaded (`node --import`) into the process that the launcher hands over to, so that both end together.
import { followLauncher } from './follow.mjs';

followLauncher();
