import { UnreadableContent } from '../../server/db/storedJson.ts';
import type { AuthorizationRequest } from '../../server/providers/ports/cardIssuer.ts';
import { decideAuthorization } from '../../server/services/card/decideAuthorization.ts';
import type { DecisionDeps } from '../../server/services/deps.ts';
import { eventually } from './eventually.ts';

/** Decides a purchase, and asks again where a busy machine could not decide in time, as the issuer does: nothing is approved then. */
export function decideInTime(deps: DecisionDeps, request: AuthorizationRequest) {
  return eventually('a decision', () =>
    decideAuthorization(deps, request).catch((failure: unknown) => {
      if (failure instanceof UnreadableContent) throw failure;
      return undefined;
    }),
  );
}
