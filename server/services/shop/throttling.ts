import { Unavailable } from '../../providers/failure.ts';

/** Decides whether the platform only asked us to wait: the reading goes on later from where it is. */
export function isThrottled(failure: unknown): failure is Unavailable {
  return failure instanceof Unavailable && (failure.code === 'throttled' || failure.status === 429);
}

/** Returns how long to wait, in milliseconds, when the platform does not say. */
export const waitOf = ({ retryAfterMs }: Unavailable): number => retryAfterMs ?? 1_000;
