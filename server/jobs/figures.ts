import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Queue } from './queue.ts';

/** How long the database is waited for, in milliseconds: less than a reader of the figures waits. */
const patienceMs = 2_000;

/**
 * Registers `jobs` by queue and state, which are read when the figures are. While the database is away, or no worker counts, they are
 * left out, so that the other figures are told all the same and old ones are not taken for present ones.
 */
export function registerJobFigures(registry: Registry, { queue, log }: { queue: Pick<Queue, 'backlog'>; log: Pick<Logger, 'warn'> }): void {
  new Gauge({
    name: 'jobs',
    help: 'Jobs that could run and wait, and those that run, as a worker counted them within the last five minutes; those of dead-letter have failed for good',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        const backlog = await Promise.race([queue.backlog(), pause(patienceMs, null, { ref: false })]);
        if (backlog === null) throw new Error(`the database did not answer within ${patienceMs} ms`);
        for (const { queue: job, waiting, running } of backlog) {
          this.set({ job, state: 'waiting' }, waiting);
          this.set({ job, state: 'running' }, running);
        }
      } catch (error) {
        log.warn({ err: error }, 'the jobs could not be counted');
      }
    },
  });
}
