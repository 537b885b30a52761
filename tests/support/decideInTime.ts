import { randomUUID } from 'node:crypto';
import { UnreadableContent } from '../../server/db/storedJson.ts';
import { cents } from '../../server/domain/basics/money.ts';
import type { AuthorizationRequest } from '../../server/providers/ports/cardIssuer.ts';
import { decideAuthorization } from '../../server/services/card/purchases/decideAuthorization.ts';
import type { DecisionDeps } from '../../server/services/deps.ts';
import type { Cardholder } from './cardholder.ts';
import { eventually } from './eventually.ts';

/** Returns the issuer's question about a purchase with a card, of an amount in cents; one that names no event unless `different` does. */
export const purchaseQuestion = (
  { cardToken }: Pick<Cardholder, 'cardToken'>,
  amount: number,
  different: Partial<AuthorizationRequest> = {},
): AuthorizationRequest => ({
  token: randomUUID(),
  eventToken: null,
  cardToken,
  kind: 'purchase',
  amountCents: cents(amount),
  cashCents: cents(0),
  wallet: null,
  merchant: { descriptor: 'FJORD TEXTILES IMPORT', city: 'NEW YORK', state: 'NY', country: 'USA', mcc: '5131', acceptorId: null },
  createdAt: new Date(),
  ...different,
});

/** Decides a purchase, and asks again where a busy machine could not decide in time, as the issuer does: nothing is approved then. */
export function decideInTime(deps: DecisionDeps, request: AuthorizationRequest) {
  return eventually('a decision', () =>
    decideAuthorization(deps, request).catch((failure: unknown) => {
      if (failure instanceof UnreadableContent) throw failure;
      return undefined;
    }),
  );
}
