import { z } from 'zod';
import { databaseOf } from '../../db/databaseOf.ts';
import type { AuditLog } from '../../db/rows.ts';
import type { AdminAction } from '../../domain/staff/adminActions.ts';
import { staffRights } from '../../domain/staff/staffRights.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** Page views further apart than this, in milliseconds, are two visits. */
const visitGapMs = 15 * 60 * 1_000;

interface Visit {
  from: string;
  to: string;
  by: string;
  looked_only: boolean;
  changes: { at: string; text: string }[];
}

/** The names of calls and actions of staff that change an account, in words for its owner; `admin action …` has its own words. */
const changesInWords: Readonly<Partial<Record<string, string>>> = {
  'PATCH /api/lithic_card': 'Paused or opened your card',
  'PUT /api/lithic_card/hold': 'Paused or opened your card',
  'POST /api/users/:token/cards/:card/loss': 'Reported a card lost or stolen',
  'POST /api/users/:token/bank': 'Changed your bank link',
  'POST /api/users/:token/commerce': 'Connected a store',
  'set spending power override': 'Changed your spending power',
  'clear spending power override': 'Let your spending power follow from your sales again',
  'set account terms': 'Changed the terms of your account',
  'add manual row': 'Credited your account by hand',
  'close account': 'Closed your account',
  'clear shared identity': 'Allowed an EIN or a store that another account uses too',
};

/** Past-tense text of each admin action; null where it only opens a window or a file. An effect in that window has an entry of its own. */
const actionsInWords: Readonly<Record<AdminAction, string | null>> = {
  mark_as_fraud: 'Put your account under review',
  lock_account: 'Locked your account',
  unlock_account: 'Unlocked your account',
  reset_kyb: 'Reset the verification of your business',
  override_rutter: 'Waived the connection of a store',
  reset_ein: 'Reset your EIN',
  reset_onboarding: 'Reset the setup of your account',
  update_bank: null,
  reset_card: 'Reset your card',
  reset_bank: 'Removed your bank link',
  download_repayment_csv: null,
  add_receivables: null,
};

/** The words of a change that has none of its own. */
const anyChange = 'Changed your account';

/** Acts and calls that leave the account as it is, beside those that read it. */
const withoutChange: ReadonlySet<string> = new Set([
  'masquerade',
  'end masquerade',
  'write note',
  'settle difference',
  'settle stray transfer',
  'replay webhook event',
  'POST /api/users/:token/bank/link_token',
]);

const isLook = (action: string): boolean => action.startsWith('GET ') || withoutChange.has(action);

const detailsSchema = z.object({ amount_cents: z.number().optional(), after: z.object({ is_black_listed: z.boolean().optional() }).optional() }).catch({});

/** The words of an act that depend on what was entered, the same as those of its letter; null for other acts. */
function enteredInWords({ action, details }: AuditLog): string | null {
  const { amount_cents = 0, after } = detailsSchema.parse(details);
  if (action === 'add manual row' && amount_cents < 0) return 'Took back a credit of your account';
  if (action !== 'set account terms' || after?.is_black_listed === undefined) return null;
  return after.is_black_listed ? 'Put your account on hold' : 'Ended the hold on your account';
}

/** Describes a staff action for the customer; null when staff only viewed something. */
function changeInWords(row: AuditLog): string | null {
  const { action, outcome } = row;
  if (outcome !== 'done') return null;
  const [, adminAction] = /^admin action (\w+)$/.exec(action) ?? [];
  if (adminAction) return Object.hasOwn(actionsInWords, adminAction) ? actionsInWords[adminAction as AdminAction] : anyChange;
  return isLook(action) ? null : (enteredInWords(row) ?? changesInWords[action] ?? anyChange);
}

/** Adds an entry to the visits before it, oldest first: to the last one, where that is the same role's and not long ago. */
function withEntry(visits: Visit[], row: AuditLog): Visit[] {
  const at = row.at.toISOString();
  const by = row.actor_role === 'admin' ? 'An administrator' : 'Support';
  const text = changeInWords(row);
  const changes = text === null ? [] : [{ at, text }];
  const last = visits.at(-1);
  if (!last || last.by !== by || row.at.getTime() - Date.parse(last.to) > visitGapMs)
    return [...visits, { from: at, to: at, by, looked_only: changes.length === 0, changes }];
  return [...visits.slice(0, -1), { ...last, to: at, looked_only: last.looked_only && changes.length === 0, changes: [...last.changes, ...changes] }];
}

/** Returns when staff viewed an account and what they changed, newest first, as its owner sees it: roles instead of names. */
export async function readAccessLog({ database }: Deps, { scope }: ReceiverView): Promise<{ visits: Visit[] }> {
  const rows = await databaseOf(database, scope).auditLog.findMany({
    where: { actor_role: { in: [...staffRights] }, outcome: 'done' },
    orderBy: { sequence: 'desc' },
    take: 1_000,
  });
  return { visits: rows.toReversed().reduce(withEntry, []).toReversed() };
}
