import { storedCents } from '../../db/cents.ts';
import type { Receiver } from '../../db/rows.ts';
import type { Cents } from '../../domain/basics/money.ts';
import type { SpendingPowerReceiver } from '../../domain/spendingPower/spendingPower.ts';
import { type Account, blockFacts } from '../ledger/account.ts';

/** Returns the parts of a receiver's record that decide its spending power. */
export function spendingPowerReceiver(receiver: Receiver, account: Account): SpendingPowerReceiver {
  const amount = (stored: bigint | null): Cents | null => (stored === null ? null : storedCents(stored));
  return {
    initial_spend_limit: amount(receiver.initial_spend_limit),
    override_spend_limit: amount(receiver.override_spend_limit),
    spending_power_override_min: amount(receiver.spending_power_override_min),
    spending_power_override_max: amount(receiver.spending_power_override_max),
    spending_power_override_expiration_at: receiver.spending_power_override_expiration_at,
    ...blockFacts(receiver, account),
  };
}
