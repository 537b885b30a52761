import { randomInt } from 'node:crypto';

/** Returns random digits. */
export const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
