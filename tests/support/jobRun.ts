import { randomUUID } from 'node:crypto';
import type { JobRun } from '../../server/jobs/queue.ts';

/** Returns the first run of a job that nothing interrupts. */
export const newRun = (): JobRun => ({ id: randomUUID(), signal: new AbortController().signal });
