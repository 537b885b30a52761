import { dayInMs } from '../basics/dates.ts';
import type { Receiver } from '../receiver/receiver.ts';

/**
 * Who may do what. The server asks here before every effect, and the pages get the same answers as `abilities`, so a
 * button that is shown works and one that would be refused is not shown. No parameter of a page changes any of it.
 */

/** The person signed in, by their own record as it is stored now: the flags are never taken from a token. */
export interface Caller {
  receiverId: string;
  admin: boolean;
  support: boolean;
}

/** The account that the action is about. */
export type Account = Pick<Receiver, 'id' | 'is_locked' | 'is_fraud' | 'is_black_listed'>;

interface Standing extends Caller {
  isOwn: boolean;
  isStaff: boolean;
  isFrozen: boolean;
  overrideFraud: boolean;
}

type Rule = (standing: Standing) => boolean;

const ownerOrStaff: Rule = ({ isOwn, isStaff }) => isOwn || isStaff;
const ownerOrStaffUnlessFrozen: Rule = (standing) => ownerOrStaff(standing) && !standing.isFrozen;
/** What only merchants themselves may do: staff who view their account are refused. */
const ownerAlone: Rule = ({ isOwn }) => isOwn;
const staff: Rule = ({ isStaff }) => isStaff;
const adminAlone: Rule = ({ admin }) => admin;

const rules = {
  view_account: ownerOrStaff,
  update_account: ownerOrStaff,
  download_reports: ownerOrStaff,
  pause_card: ownerOrStaff,
  reopen_card: ownerOrStaffUnlessFrozen,
  issue_card: ownerOrStaffUnlessFrozen,
  connect_store: ownerOrStaff,
  link_bank: ({ isOwn, admin }) => isOwn || admin,

  accept_agreement: ownerAlone,
  submit_kyb: ownerAlone,
  show_pan: ownerAlone,
  pay_now: ownerAlone,

  find_customers: staff,
  masquerade: ({ isStaff, isOwn }) => isStaff && !isOwn,
  read_audit: staff,
  // Support's, or whoever among staff asks for it with the override; being admin alone is not enough.
  mark_as_fraud: ({ support, overrideFraud, isStaff }) => support || (overrideFraud && isStaff),
  lock_account: adminAlone,
  unlock_account: adminAlone,
  reset_kyb: adminAlone,
  override_rutter: adminAlone,
  reset_ein: adminAlone,
  reset_onboarding: adminAlone,
  update_bank: adminAlone,
  reset_card: adminAlone,
  reset_bank: adminAlone,
  download_repayment_csv: adminAlone,
  add_receivables: ownerOrStaff,
  override_spending_power: adminAlone,
  add_manual_row: adminAlone,
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof rules;

const actions = Object.keys(rules) as readonly Action[];

export interface AccessOptions {
  /** Grants Mark as Fraud to staff without the support flag. Whoever asks for it says so with the action, and it is written down. */
  overrideFraud?: boolean;
}

/** Whether a caller may do something to an account. Nobody signed in (null) may do nothing. */
export function can(caller: Caller | null, action: Action, receiver: Account, options: AccessOptions = {}): boolean {
  if (caller === null) return false;
  return rules[action](standingOf(caller, receiver, options));
}

/** Everything that a caller may do to an account. */
export function abilities(caller: Caller | null, receiver: Account, options: AccessOptions = {}): Action[] {
  return actions.filter((action) => can(caller, action, receiver, options));
}

function standingOf(caller: Caller, receiver: Account, options: AccessOptions): Standing {
  return {
    ...caller,
    isOwn: caller.receiverId === receiver.id,
    isStaff: isStaff(caller),
    isFrozen: isFrozen(receiver),
    overrideFraud: options.overrideFraud ?? false,
  };
}

/** Staff have stopped the account: its card stays paused, and no repayment is drawn by itself. */
export function isFrozen(account: Omit<Account, 'id'>): boolean {
  return account.is_locked || account.is_fraud || account.is_black_listed;
}

export function isStaff(person: Pick<Receiver, 'admin' | 'support'>): boolean {
  return person.admin || person.support;
}

/** The customer whose account is to be shown instead of one's own, by e-mail: null unless staff ask for one. */
export function masqueradeTarget(loggedIn: Pick<Receiver, 'admin' | 'support'> | null, masqueradeAs: string | null): string | null {
  return loggedIn !== null && isStaff(loggedIn) ? masqueradeAs : null;
}

const masqueradeInMs = dayInMs / 24;

/** Returns when a masquerade that begins now ends: after 60 minutes. From then on staff start it anew, or do without. */
export function masqueradeEnd(startedAt: Date): Date {
  return new Date(startedAt.getTime() + masqueradeInMs);
}

/** Tells whether a masquerade is over by its stored end. */
export function isMasqueradeOver(expiresAt: Date, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime();
}

/** Debug mode: for staff while they masquerade, and for anybody whose page has the `debug` parameter. It shows more, it allows nothing. */
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
