import { UnreadableContent } from '../../db/storedJson.ts';
import type { Deps } from '../deps.ts';

/** Returns the stored content, or `otherwise` when it cannot be read; the log then tells an operator what and where. */
export function readOr<Content, Otherwise>({ log }: Pick<Deps, 'log'>, where: object, read: () => Content, otherwise: Otherwise): Content | Otherwise {
  try {
    return read();
  } catch (failure) {
    if (!(failure instanceof UnreadableContent)) throw failure;
    log.error({ err: failure, ...where }, 'stored content is unreadable');
    return otherwise;
  }
}
