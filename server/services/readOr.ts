import { UnreadableContent } from '../db/storedJson.ts';
import type { Deps } from './deps.ts';

/**
 * Returns the stored content, or `otherwise` when it is damaged; the log then tells an operator what and where. Throws
 * UnreadableContent for content of a newer version, so that the caller does not overwrite it.
 */
export function readOr<Content, Otherwise>({ log }: Pick<Deps, 'log'>, where: object, read: () => Content, otherwise: Otherwise): Content | Otherwise {
  try {
    return read();
  } catch (failure) {
    if (!(failure instanceof UnreadableContent) || failure.isNewer) throw failure;
    log.error({ err: failure, ...where }, 'stored content is unreadable');
    return otherwise;
  }
}

/** Returns the content as `readOr` does, and `otherwise` also for content of a newer version. Only for content that is shown. */
export function showOr<Content, Otherwise>(deps: Pick<Deps, 'log'>, where: object, read: () => Content, otherwise: Otherwise): Content | Otherwise {
  try {
    return readOr(deps, where, read, otherwise);
  } catch (failure) {
    if (!(failure instanceof UnreadableContent)) throw failure;
    deps.log.warn({ err: failure, ...where }, 'stored content is of a newer version');
    return otherwise;
  }
}
