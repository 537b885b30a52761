import type { BlockFacts } from '../../server/domain/spendingPower/blocks.ts';
import type { SpendingPowerReceiver } from '../../server/domain/spendingPower/spendingPower.ts';

export const noBlocks: BlockFacts = {
  is_locked: false,
  is_fraud: false,
  is_black_listed: false,
  has_unpaid_draw: false,
  are_debits_stopped: false,
  has_flagged_identity: false,
  is_business_refused: false,
  is_closing: false,
};

/** A merchant without a starting limit, an override or a block: sales alone decide. */
export const plainReceiver: SpendingPowerReceiver = {
  initial_spend_limit: null,
  override_spend_limit: null,
  spending_power_override_min: null,
  spending_power_override_max: null,
  spending_power_override_expiration_at: null,
  ...noBlocks,
};
