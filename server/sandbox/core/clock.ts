import { eachAlone } from './eachAlone.ts';
import { dayMs } from './measures.ts';
import type { Store } from './store.ts';

/** Called after each day that the sandbox's clock is advanced, and every ten minutes as time passes, with the instants before and after. */
export type AdvanceHook = (before: Date, after: Date) => Promise<void>;

/**
 * The sandbox's own time: the machine's time, plus the days that somebody advanced it by. Business time (transfers
 * that settle, authorizations that expire) follows `now`. Signatures and tokens follow `machineNow`, because their
 * recipients check them against the machine's time.
 */
export interface SandboxClock {
  now(): Date;
  machineNow(): Date;
  /** Whole days by which the sandbox is ahead of the machine. */
  daysAhead(): number;
  /**
   * Advances time day by day and runs every hook after each day, also beside one that fails, once nothing holds time. The advance
   * survives a restart. Throws what failed once all days have been lived.
   */
  advanceDays(days: number): Promise<void>;
  /** Keeps time from being advanced for a reason, in a sentence, until null ends that. */
  hold(reason: string | null): void;
  /** The reason why an advance has to wait; null while it has not. */
  heldFor(): string | null;
  onAdvance(hook: AdvanceHook): void;
  /**
   * Begins another part of a day: after each day of an advance, and whenever a follower begins to live one of the skipped half-days.
   * The minutes before it are over then, and with them what the stand-ins counted in them.
   */
  beginAnew(): void;
  onNewBeginning(hook: () => void): void;
  /** Runs the hooks every ten minutes from now on, because time also passes by itself; returns the function that stops this. */
  runHooks(onError: (error: unknown) => void): () => void;
}

/** Opens the clock where it stood when the sandbox was stopped. */
export async function openClock(store: Store): Promise<SandboxClock> {
  const [row] = await store.query('select ahead_ms from sandbox.clock');
  const hooks: AdvanceHook[] = [];
  const ofBeginnings: (() => void)[] = [];
  let aheadMs = Number(row?.ahead_ms ?? 0);
  let moving: Promise<void> = Promise.resolve();
  let held: { reason: string; over: PromiseWithResolvers<void> } | null = null;

  const machineNow = () => new Date();
  const now = () => new Date(machineNow().getTime() + aheadMs);

  function beginAnew(): void {
    for (const hook of ofBeginnings) hook();
  }

  async function advanceOneDay(): Promise<void> {
    const before = now();
    const nextMs = aheadMs + dayMs;
    await store.query('insert into sandbox.clock (ahead_ms) values ($1) on conflict (only_row) do update set ahead_ms = excluded.ahead_ms', [nextMs]);
    aheadMs = nextMs;
    const after = now();
    beginAnew();
    await eachAlone(hooks, (hook) => hook(before, after));
  }

  function hold(reason: string | null): void {
    if (reason === null) held?.over.resolve();
    held = reason === null ? null : { reason, over: held?.over ?? Promise.withResolvers() };
  }

  async function advanceDays(days: number): Promise<void> {
    await held?.over.promise;
    const move = moving.then(() => eachAlone(Array.from({ length: days }), advanceOneDay));
    moving = move.catch(() => undefined);
    return move;
  }

  function runHooks(onError: (error: unknown) => void): () => void {
    let last = now();
    const timer = setInterval(() => {
      moving = moving
        .then(async () => {
          const [before, after] = [last, now()];
          last = after;
          await eachAlone(hooks, (hook) => hook(before, after));
        })
        .catch(onError);
    }, 600_000).unref();
    return () => clearInterval(timer);
  }

  return {
    now,
    machineNow,
    daysAhead: () => Math.round(aheadMs / dayMs),
    advanceDays,
    hold,
    heldFor: () => held?.reason ?? null,
    onAdvance: (hook) => hooks.push(hook),
    beginAnew,
    onNewBeginning: (hook) => ofBeginnings.push(hook),
    runHooks,
  };
}
