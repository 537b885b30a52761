import { CallFailure } from '../../../server/browser/callFailure.ts';

/** Returns why the card did not load: the reason phrase of the answer, or our words where it has none, as over HTTP/2. */
export function cardFailure(failure: Error): string {
  return (failure instanceof CallFailure && failure.statusText) || 'Error loading Lithic information';
}
