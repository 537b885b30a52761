import { createHash } from 'node:crypto';
import type { Origin } from '../access/auditEntry.ts';

/** Returns a hash of the place that a request came from: one browser at one address. */
export const placeOf = ({ address, userAgent }: Pick<Origin, 'address' | 'userAgent'>): string =>
  createHash('sha256').update(`${address}\n${userAgent}`).digest('hex');
