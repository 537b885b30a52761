import { InvalidRequest } from '../../contract/invalidRequest.ts';
import { storedCents } from '../../db/cents.ts';
import { type ChangesOf, databaseOf } from '../../db/databaseOf.ts';
import { staffEmails } from '../../db/queries/staffEmails.ts';
import type { Receiver as StoredReceiver } from '../../db/rows.ts';
import { boundsInWords, fieldsOfOverride, overrideInForce } from '../../domain/spendingPower/spendingPowerOverride.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { wireReceiver } from '../receiver/wireReceiver.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { queueStaffChangeLetter } from './queueStaffChangeLetter.ts';

interface Override {
  /** Cents; null clears the override. */
  override_cents: number | null;
  /** Null for a permanent override. */
  expires_at: Date | null;
  /** Also removes a floor and a ceiling. */
  drops_bounds: boolean;
  reason: string;
  origin: Origin;
}

const inBigint = (amount: number | null) => (amount === null ? null : BigInt(amount));

/** Returns the record's columns for an override. Throws an InvalidRequest when a temporary one would take the place of bounds unsaid. */
function columnsOf(stored: StoredReceiver, { override_cents, expires_at, drops_bounds }: Override, now: Date): ChangesOf<'receiver'> {
  const record = wireReceiver(stored);
  const fields = fieldsOfOverride(record, { override_cents, expires_at: expires_at?.toISOString() ?? null, drops_bounds }, now);
  if (fields === null) {
    const message = `A temporary override takes the place of ${boundsInWords(overrideInForce(record, now))}.`;
    throw new InvalidRequest([{ path: 'drops_bounds', message, fix: 'Send drops_bounds=true to remove it, or set the override without an end.' }]);
  }
  return {
    override_spend_limit: inBigint(fields.override_spend_limit),
    spending_power_override_min: inBigint(fields.spending_power_override_min),
    spending_power_override_max: inBigint(fields.spending_power_override_max),
    spending_power_override_expiration_at: fields.spending_power_override_expiration_at,
  };
}

/** Sets or clears the override of a customer's spending power, with the reason, for the audit log and the customer's page. */
export async function overrideSpendingPower(deps: Deps, caller: Caller, view: ReceiverView, override: Override): Promise<ReceiverView> {
  const { override_cents, expires_at, drops_bounds, reason, origin } = override;
  const { scope } = view;
  const receiver = await withLockedReceiver(deps, scope, async (transaction, before) => {
    const own = databaseOf(transaction, scope);
    await own.receiver.update({ data: columnsOf(before, override, deps.clock()) });
    await own.spendingPowerOverride.create({
      data: { override_cents, expires_at, reason, set_by: caller.receiverId, set_at: deps.clock() },
    });
    const action = override_cents === null ? 'clear spending power override' : 'set spending power override';
    const dropped = drops_bounds ? boundsInWords(overrideInForce(wireReceiver(before), deps.clock())) : null;
    const details = { override_cents, expires_at: expires_at?.toISOString() ?? null, ...(dropped !== null && { dropped }) };
    await recordAudit(deps, { scope, actor: caller, action, reason, details, origin }, transaction);
    await queueStaffChangeLetter(deps, transaction, scope, override_cents === null ? 'clear_spending_power_override' : 'set_spending_power_override');
    await requestSpendingPower(deps, transaction, scope, 'staff: override');
    return own.receiver.findUniqueOrThrow();
  });
  return { ...view, receiver };
}

/** Returns the override of a customer's spending power and the earlier ones, with who set them and why. */
export async function readSpendingPowerOverride({ database, clock }: Deps, { scope, receiver }: ReceiverView) {
  const rows = await databaseOf(database, scope).spendingPowerOverride.findMany({ orderBy: { set_at: 'desc' }, take: 20 });
  const emails = await staffEmails(
    database,
    rows.map((row) => row.set_by),
  );
  return {
    ...overrideInForce(wireReceiver(receiver), clock()),
    history: rows.map((row) => ({
      override_cents: row.override_cents === null ? null : storedCents(row.override_cents),
      expires_at: row.expires_at?.toISOString() ?? null,
      reason: row.reason,
      set_by: emails.get(row.set_by) ?? '',
      set_at: row.set_at.toISOString(),
    })),
  };
}
