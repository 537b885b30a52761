import type { Logger } from 'pino';

/** A start that fails for a reason the operator can fix: one readable line for each, no stack. */
export class StartRefused extends Error {
  readonly lines: readonly string[];
  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'StartRefused';
    this.lines = lines;
  }
}

/** How long a stop may take before the process exits regardless, in ms: longer than requests and then jobs are waited for. */
const stopLimitMs = 4_500;

/**
 * Records started parts and stops them in reverse order on Ctrl-C, on SIGTERM, and when the parent process that
 * supervises this one is gone.
 */
export function createLifecycle() {
  const stops: { name: string; stop: () => Promise<void> }[] = [];
  let stopping: Promise<void> | undefined;

  async function stopAll(log: Logger | undefined): Promise<void> {
    for (const { name, stop } of stops.toReversed()) {
      await stop().catch((error: unknown) => log?.error({ err: error, part: name }, 'a part did not stop cleanly'));
    }
  }

  return {
    /** Records how to stop a part that has just started. */
    started(name: string, stop: () => Promise<void>): void {
      stops.push({ name, stop });
    },
    /** Returns whether a stop was requested; an error after that is no failure. */
    isStopping: () => stopping !== undefined,
    stop(log?: Logger): Promise<void> {
      stopping ??= stopAll(log);
      return stopping;
    },
    stopOnSignals(log: Logger): void {
      const stopAndExit = () => {
        setTimeout(() => process.exit(1), stopLimitMs).unref();
        void this.stop(log).then(() => process.exit(0));
      };
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAndExit);
      if (process.send) process.on('disconnect', stopAndExit);
    },
  };
}
export type Lifecycle = ReturnType<typeof createLifecycle>;
