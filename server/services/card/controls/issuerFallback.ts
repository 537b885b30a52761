import type { Transaction } from '../../../db/database.ts';
import { type ControlledCard, cardsAtOnce, controlledCards } from '../../../db/queries/limitedCards.ts';
import { lowestUuid } from '../../../domain/basics/uuid.ts';
import { issuerFallbackLimits, issuerTimeZone } from '../../../domain/card/controls/issuerFallback.ts';
import { type FallbackCard, type FallbackChange, issuerFallbackChanges, type StandingRule } from '../../../domain/card/controls/issuerFallbackChanges.ts';
import { controlsInForce } from '../../../domain/card/controls/limitRaises.ts';
import { type PeriodKind, periodStarts } from '../../../domain/card/controls/periods.ts';
import type { AuthRule, VelocityLimit } from '../../../providers/ports/cardIssuer.ts';
import type { Deps } from '../../deps.ts';
import { controlsJson } from './storedControls.ts';

/** Queues a comparison of the issuer's rules with the cards' limits, which a limit that has risen must not wait for. */
export const requestIssuerFallback = ({ queue }: Pick<Deps, 'queue'>, transaction: Transaction): Promise<void> =>
  queue.send('set-issuer-fallback', {}, { transaction });

/**
 * Brings the rules that stand at the issuer for the hour in which we cannot answer in line with the limits of all cards. Makes calls for
 * differences only, one after the other. May be repeated, and leaves no card under a limit that it has outgrown when it is cut off. Throws the issuer's
 * failures, after it has tried all changes.
 */
export async function setIssuerFallback(deps: Deps): Promise<void> {
  const standing = await readRules(deps);
  const failures: unknown[] = [];
  for (const change of issuerFallbackChanges(await readCards(deps), standing)) {
    await make(deps, change).catch((failure: unknown) => failures.push(failure));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the issuer did not take all changes of its rules');
}

async function readRules({ providers }: Deps): Promise<StandingRule[]> {
  const standing: StandingRule[] = [];
  let after: string | null = null;
  do {
    const page = await providers.cardIssuer.listAuthRules(after);
    standing.push(...page.items.map(standingRule));
    after = page.next;
  } while (after !== null);
  return standing;
}

async function readCards({ database, clock }: Deps): Promise<FallbackCard[]> {
  const now = clock();
  const starts = periodStarts(issuerTimeZone, now);
  const cards: FallbackCard[] = [];
  let page: ControlledCard[];
  let after = { receiver_id: lowestUuid, card_token: '' };
  do {
    page = await controlledCards(database, { after, starts, now });
    for (const { card_token, stored, limitRaises, moved } of page) {
      const limits = issuerFallbackLimits(controlsInForce(controlsJson.read(stored), limitRaises, now).controls, moved);
      if (limits.length > 0) cards.push({ card_token, limits });
    }
    after = page.at(-1) ?? after;
  } while (page.length === cardsAtOnce);
  return cards;
}

const windows = { day: 'DAY', week: 'WEEK', month: 'MONTH', year: 'YEAR' } as const satisfies Record<PeriodKind, VelocityLimit['window']>;
const periods = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' } as const satisfies Record<VelocityLimit['window'], PeriodKind>;

const standingRule = ({ token, name, isActive, cardTokens, limit }: AuthRule): StandingRule => ({
  token,
  name,
  is_active: isActive,
  card_tokens: cardTokens,
  limit: limit?.scope === 'CARD' ? { window: periods[limit.window], limit_cents: limit.limitCents } : null,
});

async function make({ providers: { cardIssuer } }: Deps, change: FallbackChange): Promise<void> {
  switch (change.change) {
    case 'deactivate':
      await cardIssuer.deactivateRule(change.token);
      return;
    case 'set_cards':
      await cardIssuer.setRuleCards(change.token, change.card_tokens);
      return;
    case 'set_limit':
      await cardIssuer.setVelocityLimit(change.token, velocityLimit(change.limit));
      return;
    case 'create':
      await cardIssuer.createVelocityRule({ name: change.name, cards: change.card_tokens, limit: velocityLimit(change.limit) });
  }
}

const velocityLimit = ({ window, limit_cents }: { window: PeriodKind; limit_cents: VelocityLimit['limitCents'] }): VelocityLimit => ({
  scope: 'CARD',
  window: windows[window],
  limitCents: limit_cents,
});
