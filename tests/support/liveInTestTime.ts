import { joinRun } from './clock.ts';

// Loaded before anything else: by vitest for each file, and by the processes that tests start.
joinRun();
