/** Tells the present instant. Rules never ask the machine for the time; whoever composes them passes a clock. */
export type Clock = () => Date;

/** The machine's own clock: the only place that reads it for "now". */
export const systemClock: Clock = () => new Date();
