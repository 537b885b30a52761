import { z } from 'zod';
import type { SpendingPowerSnapshot as StoredSnapshot } from '../../db/rows.ts';
import { parseStored, storedJson } from '../../db/storedJson.ts';
import { cents } from '../../domain/basics/money.ts';
import { blockKinds } from '../../domain/spendingPower/blocks.ts';
import type { SpendingPower, SpendingPowerInputs } from '../../domain/spendingPower/spendingPower.ts';
import type { Deps } from '../deps.ts';
import { readOr, showOr } from '../readOr.ts';

/** The JSON of a run of the spending power rule: its inputs, which carry the version, and its terms. */

const amount = z.int().transform(cents);
const basisPoints = z.int().min(0);

const inputsSchema = z.object({
  gross_sales_cents: amount,
  returned_cents: amount,
  history_days: z.int().min(0),
  shown_days: z.int().min(0).nullable(),
  full_advance_rate_basis_points: basisPoints,
  advance_rate_basis_points: basisPoints,
  concentration_basis_points: basisPoints,
  freshness_basis_points: basisPoints,
  initial_spend_limit_cents: amount,
  cap_cents: amount,
  override_min_cents: amount.nullable(),
  override_max_cents: amount.nullable(),
  override_spend_limit_cents: amount.nullable(),
  blocks: z.array(z.enum(blockKinds)).readonly(),
}) satisfies z.ZodType<SpendingPowerInputs>;

const inputsJson = storedJson<SpendingPowerInputs>('the inputs of a run of spending power', [inputsSchema]);

// Words and amounts that are shown as stored, whichever version of the rule they come from.
const termsSchema = z.array(z.object({ key: z.string(), label: z.string(), change_cents: amount, subtotal_cents: amount }));
export type StoredTerm = z.infer<typeof termsSchema>[number];

/** Returns the JSON columns that store a run. */
export function runColumns({ inputs, terms }: Pick<SpendingPower, 'inputs' | 'terms'>) {
  return { inputs: { ...inputs, version: inputsJson.version }, terms: terms.map((term) => ({ ...term })) };
}

type Run = Pick<StoredSnapshot, 'receiver_id' | 'id' | 'inputs' | 'terms'>;

const nameOf = ({ receiver_id, id }: Run) => ({ receiver_id, snapshot: id });

/** Returns the inputs of a run, or null when they are damaged. Throws UnreadableContent for those of a newer version. */
export function runInputs(deps: Pick<Deps, 'log'>, run: Run): SpendingPowerInputs | null {
  return readOr(deps, nameOf(run), () => inputsJson.read(run.inputs), null);
}

/** Returns the inputs of a run to be shown, or null when this version cannot read them. */
export function shownInputs(deps: Pick<Deps, 'log'>, run: Run): SpendingPowerInputs | null {
  return showOr(deps, nameOf(run), () => inputsJson.read(run.inputs), null);
}

/** Returns the steps from which a run's total was computed, as first shown; none when they cannot be read. */
export function runTerms(deps: Pick<Deps, 'log'>, run: Run): StoredTerm[] {
  return readOr(deps, nameOf(run), () => parseStored('the terms of a run of spending power', termsSchema, run.terms), []);
}
