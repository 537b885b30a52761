/**
 * The time that tests live in. A run begins on Monday, 16 November 2026, at 15:00 UTC, and time flows on from there: it is
 * the same day in UTC and in every program's zone, banks are open all week, no month ends within a fortnight, and the
 * change of daylight saving lies two weeks back. Nothing that a test finds depends on when it is run. TEST_START, an instant
 * such as 2026-11-17T01:00:00Z, begins a run elsewhere.
 *
 * `Date` itself is moved, because libraries that check tokens ask it by themselves; whatever the product, the sandbox and
 * the tests take for now follows from it. The database is told by each connection, and a process that a test starts by
 * its environment.
 */
const startOfRun = '2026-11-16T15:00:00Z';

/** How far the tests' time is ahead of the machine's, below 0 when it is behind; in milliseconds. */
const setting = 'TEST_CLOCK_AHEAD_MS';

declare global {
  /** Kept where every copy of this module finds it: `Date` is to be moved once. */
  var testClock: { ahead_ms: number } | undefined;
}

/** The machine's own time, whatever `Date` says. */
const machineNow_ms = () => Math.round(performance.timeOrigin + performance.now());

const aheadAt = (start: string): number => Date.parse(start) - machineNow_ms();

/** The setting for all processes of a run that begins now; one that its caller was given stays. */
export function environmentOfRun(): Record<string, string> {
  return { [setting]: process.env[setting] ?? String(aheadAt(process.env.TEST_START ?? startOfRun)) };
}

/** Replaces `Date` by one that asks `clock` how far ahead it is. */
function moveDate(clock: { ahead_ms: number }): void {
  const now_ms = () => machineNow_ms() + clock.ahead_ms;
  const moved = new Proxy(Date, {
    construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [now_ms()] : given, asked),
    apply: (target) => new target(now_ms()).toString(),
    get: (target, name) => (name === 'now' ? now_ms : Reflect.get(target, name)),
  });
  moved.prototype.constructor = moved;
  globalThis.Date = moved;
}

function setAhead(ahead_ms: number): void {
  if (globalThis.testClock === undefined) {
    globalThis.testClock = { ahead_ms };
    moveDate(globalThis.testClock);
  }
  globalThis.testClock.ahead_ms = ahead_ms;
  process.env[setting] = String(ahead_ms);
  // Read by the driver as it connects: the setting that headway_now() adds.
  process.env.PGOPTIONS = `-c headway.clock_ahead=${ahead_ms}ms`;
}

/** What a run's product takes for now, told where `Date` is not moved, as in Playwright; outside of a run, the machine's time. */
export const testNow = (): Date => new Date(machineNow_ms() + Number(process.env[setting] ?? 0));

/** Arguments with which Node runs a program in the time of the run. */
export const inTestTime = ['--import', new URL('liveInTestTime.ts', import.meta.url).href];

/** From now on this process, and what it starts and connects to, lives in the time of the run that it belongs to. */
export function joinRun(): void {
  Object.assign(process.env, environmentOfRun());
  setAhead(Number(process.env[setting]));
}

/** Has the present test file live from another instant on. To be called before it opens a database or starts a product. */
export function startAt(instant: string): void {
  setAhead(aheadAt(instant));
}
