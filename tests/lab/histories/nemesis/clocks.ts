import type { Disturbance } from './disturbance.ts';

/** By how much a clock is moved, in ms: seconds or minutes, either way. */
const moves = [2_000, 20_000, 90_000, 240_000] as const;

/** Moves the clock of one process. */
export const clocks: readonly Disturbance[] = [1, -1].map((way) => ({
  name: way > 0 ? 'clock ahead' : 'clock behind',
  async begin({ roles }, chance) {
    const [first, ...others] = roles;
    if (!first) throw new Error('no process runs');
    const { child } = chance.pick([first, ...others]);
    child.send({ movedMs: way * chance.pick(moves) });
    return () => void child.send({ movedMs: 0 });
  },
}));
