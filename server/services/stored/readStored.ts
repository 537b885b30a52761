import { UnreadableContent } from '../../db/storedJson.ts';
import type { Deps } from '../deps.ts';

/** Returns what was stored, or `otherwise` when it cannot be read; the log then says what and where, for an operator. */
export function readOr<Content, Otherwise>({ log }: Pick<Deps, 'log'>, where: object, read: () => Content, otherwise: Otherwise): Content | Otherwise {
  try {
    return read();
  } catch (failure) {
    if (!(failure instanceof UnreadableContent)) throw failure;
    log.error({ err: failure, ...where }, 'stored content cannot be read');
    return otherwise;
  }
}
