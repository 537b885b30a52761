import { hourMs } from '../basics/dates.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { payingRoles, type TeamRole, teamPermissions } from './teamRoles.ts';

/**
 * Access rules. The server checks them before every effect, and the pages get the same results as `abilities`, so a
 * button that is shown works and one that would be refused is hidden. No page parameter changes any of them.
 */

/** The person signed in, and the account for which they act. The flags come from the stored record, never from a token. */
export interface Caller {
  receiverId: string;
  /** The person's role on that account. */
  role: TeamRole;
  /** Staff flags of the account's own person; false for every other member of its team. */
  admin: boolean;
  support: boolean;
}

/** The account that the action affects. */
export type Account = Pick<Receiver, 'id' | 'is_locked' | 'is_fraud' | 'is_black_listed'>;

interface RuleFacts extends Caller {
  isOwn: boolean;
  isStaff: boolean;
  isFrozen: boolean;
  overrideFraud: boolean;
  holdsCard: boolean;
}

type Rule = (facts: RuleFacts) => boolean;

/** Allows one's own account to some roles of its team. */
const ownAs =
  (...roles: readonly TeamRole[]): Rule =>
  ({ isOwn, role }) =>
    isOwn && roles.includes(role);
const either =
  (...rules: readonly Rule[]): Rule =>
  (facts) =>
    rules.some((rule) => rule(facts));
const unlessFrozen =
  (rule: Rule): Rule =>
  (facts) =>
    !facts.isFrozen && rule(facts);
/** Allows only the merchant: refuses the rest of the team, and staff who view the merchant's account. */
const ownerAlone = ownAs(...teamPermissions.owner);
const managers = ownAs(...teamPermissions.managers);
const readers = ownAs(...teamPermissions.readers);
const everyone = ownAs(...teamPermissions.everyone);
/** Allows the holder of the card. */
const holder: Rule = (facts) => facts.holdsCard && ownAs(...payingRoles)(facts);
const staff: Rule = ({ isStaff }) => isStaff;
/** Refuses staff on their own account: nobody decides about themselves. */
const onOthers =
  (rule: Rule): Rule =>
  (facts) =>
    !facts.isOwn && rule(facts);
const staffOnOthers = onOthers(staff);
const adminOnOthers = onOthers(({ admin }) => admin);

const rules = {
  view_account: either(readers, staff),
  view_cards: either(everyone, staff),
  update_account: either(ownerAlone, staff),
  download_reports: either(readers, staff),
  pause_card: either(managers, holder, staff),
  // A holder does not lift a pause that somebody else has set.
  reopen_card: unlessFrozen(either(managers, staff)),
  // Only the team has the plastic in hand.
  activate_card: unlessFrozen(either(managers, holder)),
  issue_card: unlessFrozen(either(ownerAlone, staff)),
  connect_store: either(ownerAlone, staff),
  manage_cards: managers,
  report_card_loss: either(everyone, staff),
  request_card: everyone,
  manage_team: managers,
  link_bank: either(ownerAlone, ({ admin }) => admin),

  accept_agreement: ownerAlone,
  submit_kyb: ownerAlone,
  show_pan: either(ownerAlone, holder),
  pay_now: ownerAlone,
  authorize_debits: ownerAlone,
  request_payout: ownerAlone,
  dismiss_first_steps: ownerAlone,

  find_customers: staff,
  masquerade: staffOnOthers,
  read_audit: staff,
  write_note: staffOnOthers,
  replay_event: staffOnOthers,
  clear_identity: adminOnOthers,
  // Allowed to support, or to any staff member who sends the override; the admin flag alone is not enough.
  mark_as_fraud: onOthers(({ support, overrideFraud, isStaff }) => support || (overrideFraud && isStaff)),
  lock_account: adminOnOthers,
  unlock_account: adminOnOthers,
  reset_kyb: adminOnOthers,
  override_rutter: adminOnOthers,
  reset_ein: adminOnOthers,
  reset_onboarding: adminOnOthers,
  update_bank: adminOnOthers,
  reset_card: adminOnOthers,
  reset_bank: adminOnOthers,
  download_repayment_csv: adminOnOthers,
  // The merchant's, or staff's for somebody else.
  add_receivables: (facts) => (facts.isOwn ? ownerAlone(facts) && !facts.isStaff : facts.isStaff),
  override_spending_power: adminOnOthers,
  add_manual_row: adminOnOthers,
  set_account_terms: adminOnOthers,
  close_account: adminOnOthers,
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof rules;

const actions = Object.keys(rules) as readonly Action[];

export interface AccessOptions {
  /** Grants Mark as Fraud to staff without the support flag. The caller sends it with the action, and it is recorded. */
  overrideFraud?: boolean;
  /** Whether the caller holds the cards that the action is about. Left out, a cardholder does, because they reach no other card. */
  holdsCard?: boolean;
}

/** Decides whether a caller may perform an action on an account. Refuses everything when nobody is signed in (null). */
export function can(caller: Caller | null, action: Action, receiver: Account, options: AccessOptions = {}): boolean {
  if (caller === null) return false;
  return rules[action](ruleFacts(caller, receiver, options));
}

/** Explains in words why a caller may not perform an action of staff on an account. */
export function staffRefusal(caller: Pick<Caller, 'receiverId'>, receiver: Pick<Account, 'id'>): string {
  return caller.receiverId === receiver.id
    ? 'This is your own account. Ask a colleague: staff never act on their own.'
    : 'Your role may not do this. Ask an administrator.';
}

/** Returns every action that a caller may perform on an account. */
export function abilities(caller: Caller | null, receiver: Account, options: AccessOptions = {}): Action[] {
  return actions.filter((action) => can(caller, action, receiver, options));
}

function ruleFacts(caller: Caller, receiver: Account, options: AccessOptions): RuleFacts {
  return {
    ...caller,
    isOwn: caller.receiverId === receiver.id,
    isStaff: isStaff(caller),
    isFrozen: isFrozen(receiver),
    overrideFraud: options.overrideFraud ?? false,
    holdsCard: options.holdsCard ?? caller.role === 'cardholder',
  };
}

/** Tells whether staff have stopped the account: its card then stays paused, and no repayment is drawn automatically. */
export function isFrozen(account: Omit<Account, 'id'>): boolean {
  return account.is_locked || account.is_fraud || account.is_black_listed;
}

/** Tells whether somebody works for us. */
export function isStaff(person: Pick<Receiver, 'admin' | 'support'>): boolean {
  return person.admin || person.support;
}

/** Returns the email of the customer whose account is shown instead of the caller's own; null unless staff ask for one. */
export function masqueradeTarget(loggedIn: Pick<Receiver, 'admin' | 'support'> | null, masqueradeAs: string | null): string | null {
  return loggedIn !== null && isStaff(loggedIn) ? masqueradeAs : null;
}

/** How long a masquerade lasts, in milliseconds. */
const masqueradeMs = hourMs;

/** Returns when a masquerade that begins at `startedAt` ends: 60 minutes later. Staff must then start a new one. */
export function masqueradeEnd(startedAt: Date): Date {
  return new Date(startedAt.getTime() + masqueradeMs);
}

/** Tells whether a masquerade has passed its stored end. */
export function isMasqueradeOver(expiresAt: Date, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime();
}

/** Tells whether debug mode is on: for staff while they masquerade, and on any page with the `debug` parameter. It shows more and allows nothing. */
export function isDebugOn({
  loggedIn,
  isMasquerading,
  debug,
}: {
  loggedIn: Pick<Receiver, 'admin' | 'support'> | null;
  isMasquerading: boolean;
  debug: boolean;
}): boolean {
  return debug || (isMasquerading && loggedIn !== null && isStaff(loggedIn));
}
