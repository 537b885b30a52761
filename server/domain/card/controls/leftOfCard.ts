import { type Cents, smaller } from '../../basics/money.ts';
import { type CardControls, type LimitKind, limitKinds } from './controls.ts';
import { type LimitDetail, remainder, type Spent, spentOf } from './firstFailingControl.ts';

export interface LeftOfCard {
  /** The cents that can still be spent with the card now. */
  readonly left_cents: Cents;
  /** The limit of which the least is left; null without a limit. */
  readonly limit: LimitDetail | null;
}

/**
 * Returns what is left of a card: the least of what its limits leave and of the account's spending power. A limit of one
 * purchase leaves the rest for others, so it counts only as the limit of a card that has no other.
 * @param controls the controls in force, raises included.
 * @param available_cents what the whole account can spend.
 */
export function leftOfCard(controls: CardControls, spent: Spent, available_cents: Cents): LeftOfCard {
  const limits = limitKinds.filter((kind) => kind !== 'per_purchase').flatMap((kind) => limitOf(kind, controls, spent));
  const [first, ...others] = limits;
  if (first === undefined) return { left_cents: available_cents, limit: limitOf('per_purchase', controls, spent)[0] ?? null };
  const limit = others.reduce((tightest, other) => (leftOf(other) < leftOf(tightest) ? other : tightest), first);
  return { left_cents: smaller(available_cents, leftOf(limit)), limit };
}

function limitOf(control: LimitKind, controls: CardControls, spent: Spent): LimitDetail[] {
  const limit_cents = controls[`${control}_cents`];
  return limit_cents === null ? [] : [{ control, limit_cents, spent_cents: spentOf(control, spent) }];
}

const leftOf = ({ limit_cents, spent_cents }: LimitDetail) => remainder(limit_cents, spent_cents);
