import { cents } from '../../../server/domain/basics/money.ts';
import type { SpendingPowerInputs } from '../../../server/domain/spendingPower/spendingPower.ts';

/** The inputs of the limit of a shop that sold $120,000 in the last 90 days, and that nothing holds down. */
export const goodSales: SpendingPowerInputs = {
  gross_sales_cents: cents(12_000_000),
  returned_cents: cents(0),
  history_days: 90,
  shown_days: null,
  full_advance_rate_basis_points: 8_000,
  advance_rate_basis_points: 8_000,
  concentration_basis_points: 10_000,
  freshness_basis_points: 10_000,
  initial_spend_limit_cents: cents(100_000),
  cap_cents: cents(25_000_000),
  override_min_cents: null,
  override_max_cents: null,
  override_spend_limit_cents: null,
  blocks: [],
};
