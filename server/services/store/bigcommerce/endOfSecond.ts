/** Returns the end of a second: tokens carry the beginning of the one in which they were signed. */
export const endOfSecond = (second: Date) => new Date(second.getTime() + 1_000);
