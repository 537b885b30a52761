import '../../support/liveInTestTime.ts';

// Loaded before anything else of a process whose clock is moved: by as many milliseconds as the process that started it says.

const startMs = globalThis.testClock?.aheadMs ?? 0;

process.on('message', ({ movedMs }: { movedMs: number }) => {
  if (globalThis.testClock) globalThis.testClock.aheadMs = startMs + movedMs;
});
