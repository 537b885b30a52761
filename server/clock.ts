/** Returns the present instant. Rules never read the machine's time: the code that composes them passes a clock. */
export type Clock = () => Date;

/** The machine's clock: the only code that reads it for "now". */
export const systemClock: Clock = () => new Date();
