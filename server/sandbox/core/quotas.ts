import type { SandboxClock } from './clock.ts';
import type { ControlButton } from './core.ts';
import { Refusal } from './handle.ts';

/** A number of requests in each window. */
export interface Quota {
  requests: number;
  windowMs: number;
}

interface Window {
  startsAtMs: number;
  used: number;
}

/** The state of a request's window. */
export interface Counted {
  isBeyond: boolean;
  left: number;
  /** Milliseconds until the next window begins. */
  resetMs: number;
}

/** The number of windows that are kept before those that are over are forgotten. */
const keptWindows = 10_000;

/**
 * A stand-in's quotas. Windows begin with the full second, minute or whatever their length is, of the machine's time; where days are
 * skipped, those before are over.
 */
export class Quotas {
  readonly #now: () => Date;
  readonly #windows = new Map<string, Window & { endsAtMs: number }>();
  #percent = 100;

  constructor({ machineNow, onNewBeginning }: Pick<SandboxClock, 'machineNow' | 'onNewBeginning'>) {
    this.#now = machineNow;
    onNewBeginning(() => this.#windows.clear());
  }

  /** Counts a request in a window of this name, unless the window is used up. */
  count(name: string, { requests, windowMs }: Quota): Counted {
    const nowMs = this.#now().getTime();
    const startsAtMs = nowMs - (nowMs % windowMs);
    const resetMs = startsAtMs + windowMs - nowMs;
    const allowed = this.#percent === 0 ? Number.MAX_SAFE_INTEGER : Math.max(1, Math.floor((requests * this.#percent) / 100));
    const known = this.#windows.get(name);
    const window = known?.startsAtMs === startsAtMs ? known : { startsAtMs, endsAtMs: startsAtMs + windowMs, used: 0 };
    if (window !== known) this.#keep(name, window, nowMs);
    const isBeyond = window.used >= allowed;
    if (!isBeyond) window.used += 1;
    return { isBeyond, left: allowed - window.used, resetMs };
  }

  #keep(name: string, window: Window & { endsAtMs: number }, nowMs: number): void {
    if (this.#windows.size >= keptWindows) for (const [other, { endsAtMs }] of this.#windows) if (endsAtMs <= nowMs) this.#windows.delete(other);
    this.#windows.set(name, window);
  }

  /** The button that changes them. */
  control(): ControlButton {
    return {
      name: 'quotas',
      group: 'Limits',
      label: 'Change the quotas',
      help: 'In percent of the published ones; 0 for none at all.',
      fields: [{ name: 'percent', label: 'Percent', type: 'number', default: '100' }],
      run: async ({ percent = '' }) => {
        if (!/^\d{1,5}$/.test(percent)) throw new Refusal(400, { error: 'percent is a whole number, 0 for no quotas' });
        this.#percent = Number(percent);
        this.#windows.clear();
        return { message: this.#percent === 0 ? 'No more quotas.' : `Quotas: ${this.#percent} % of the published ones.` };
      },
    };
  }
}
