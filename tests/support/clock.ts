/**
 * The start of the tests' time. A run begins on Monday, 16 November 2026, at 15:00 UTC, and time flows on from there:
 * it is the same day in UTC and in every program's zone, banks are open all week, no month ends within a fortnight, and
 * the change of daylight saving is two weeks past. No result of a test depends on when it runs. TEST_START, an instant
 * such as 2026-11-17T01:00:00Z, starts a run at another time.
 *
 * `Date` itself is replaced, because libraries that check tokens call it directly; the clocks of the product, the
 * sandbox and the tests follow from it. The database receives the offset with each connection, and a process that a test
 * starts receives it in its environment.
 */
const startOfRun = '2026-11-16T15:00:00Z';

/** The environment variable of the run's clock offset: ms ahead of the machine's clock, negative when behind. */
const runSetting = 'TEST_CLOCK_AHEAD_MS';

/** The offset of a test file that has moved, for the processes that it starts. */
const fileSetting = 'TEST_CLOCK_OF_FILE_AHEAD_MS';

declare global {
  /** Global, so that every copy of this module finds it: `Date` must be replaced only once. */
  var testClock: { aheadMs: number } | undefined;
}

/** Returns the machine's time in ms, unaffected by the replaced `Date`. */
const machineNowMs = () => Math.round(performance.timeOrigin + performance.now());

const aheadAt = (start: string): number => Date.parse(start) - machineNowMs();

/** Returns the setting for all processes of a run that begins now; keeps one that is already set. */
export function environmentOfRun(): Record<string, string> {
  return { [runSetting]: process.env[runSetting] ?? String(aheadAt(process.env.TEST_START ?? startOfRun)) };
}

/** Replaces `Date` by one that is ahead by `clock.aheadMs`. */
function moveDate(clock: { aheadMs: number }): void {
  const nowMs = () => machineNowMs() + clock.aheadMs;
  const moved = new Proxy(Date, {
    construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [nowMs()] : given, asked),
    apply: (target) => new target(nowMs()).toString(),
    get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
  });
  moved.prototype.constructor = moved;
  globalThis.Date = moved;
}

function setAhead(aheadMs: number): void {
  if (globalThis.testClock === undefined) {
    globalThis.testClock = { aheadMs };
    moveDate(globalThis.testClock);
  }
  globalThis.testClock.aheadMs = aheadMs;
  // The driver reads this when it connects; headway_now() adds the offset.
  process.env.PGOPTIONS = `-c headway.clock_ahead=${aheadMs}ms`;
}

/** Returns the offset that a process with this environment lives by; 0 outside of a run. */
const givenAheadMs = (): number => Number(process.env[fileSetting] ?? process.env[runSetting] ?? 0);

/** Returns the run's time where `Date` is not replaced, as in Playwright; outside of a run, the machine's time. */
export const testNow = (): Date => new Date(machineNowMs() + givenAheadMs());

/** Arguments that make Node run a program in the time of the run, or of the moved test file that starts it. */
export const inTestTime = ['--import', new URL('liveInTestTime.ts', import.meta.url).href];

/**
 * Puts this process, and the processes and connections that it starts, in the time of its run, or of the moved test file
 * that started it. Test files share a process, and each begins with this call: it ends the move of the file before.
 */
export function joinRun(): void {
  if (globalThis.testClock !== undefined) delete process.env[fileSetting];
  Object.assign(process.env, environmentOfRun());
  setAhead(givenAheadMs());
}

/** Tells whether the present test file lives at another time than its run. */
export const isMoved = (): boolean => fileSetting in process.env;

/** Moves the present test file to another instant. Call it before the file opens a database or starts a product. */
export function startAt(instant: string): void {
  const aheadMs = aheadAt(instant);
  process.env[fileSetting] = String(aheadMs);
  setAhead(aheadMs);
}
