import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Queue } from './queue.ts';

/**
 * Registers `jobs` by queue and state, which are read when the figures are. While the database is away they are left out, so that
 * the other figures are told all the same.
 */
export function registerJobFigures(registry: Registry, { queue, log }: { queue: Pick<Queue, 'backlog'>; log: Pick<Logger, 'warn'> }): void {
  new Gauge({
    name: 'jobs',
    help: 'Jobs that could run and wait, and those that run, as counted within the last minute; those of dead-letter have failed for good',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        for (const { queue: job, waiting, running } of await queue.backlog()) {
          this.set({ job, state: 'waiting' }, waiting);
          this.set({ job, state: 'running' }, running);
        }
      } catch (error) {
        log.warn({ err: error }, 'the jobs could not be counted');
      }
    },
  });
}
