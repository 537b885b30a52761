import { approved, type Verdict } from './decision.ts';
import { hasExpired } from './expiry.ts';
import { type AskedPurchase, declineByRules } from './ruleEvaluation.ts';
import { withinLimit } from './spendLimit.ts';
import type { LithicState, StoredCard } from './state.ts';

const declined = (result: Verdict['result'], detail: Verdict['details'][number]): Verdict => ({ result, details: [detail] });

/** Returns the decline that the card itself gives, whatever the amount; undefined without one. */
function declineByCard({ card, isUsed, lockedTo }: StoredCard, { merchant }: AskedPurchase, now: Date): Verdict | undefined {
  if (card.state === 'CLOSED') return isUsed ? declined('SINGLE_USE_RECHARGED', 'SINGLE_USE_CARD_REATTEMPTED') : declined('CARD_CLOSED', 'CARD_CLOSED');
  if (card.state === 'PAUSED') return declined('CARD_PAUSED', 'CARD_PAUSED');
  if (hasExpired(card, now)) return declined('DECLINED', 'CARD_EXPIRED');
  if (lockedTo !== undefined && lockedTo !== merchant.acceptorId) return declined('UNAUTHORIZED_MERCHANT', 'MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE');
  return undefined;
}

/**
 * Decides a purchase by all that the issuer itself knows: the card's state, expiry and kind, its limit, then the rules. With an event
 * the rules' evaluations are kept under it.
 */
export async function checkCard(
  state: LithicState,
  stored: StoredCard,
  { asked, event }: { asked: AskedPurchase; event?: { eventToken: string; token: string } },
): Promise<Verdict> {
  const byCard = declineByCard(stored, asked, state.core.clock.now());
  if (byCard) return byCard;
  if (!(await withinLimit(state, stored, asked.cents))) return declined('USER_TRANSACTION_LIMIT', 'CARD_SPEND_LIMIT_EXCEEDED');
  const byRule = await declineByRules(state, asked, event && { event });
  return byRule ? { result: byRule.result, details: [byRule.detail], ruleResults: [byRule.ruleResult] } : approved;
}
