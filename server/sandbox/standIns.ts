import type { CreateStandIn } from './core/core.ts';

/** Every stand-in, in the order in which the control page shows them. */
export const standIns: readonly CreateStandIn[] = [];
