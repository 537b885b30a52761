import { z } from 'zod';
import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { BankTransfer } from '../../db/rows.ts';
import { formatDay, formatMomentIn } from '../../domain/basics/dateFormats.ts';
import { isCalendarDay } from '../../domain/basics/dates.ts';
import { cents, formatUsd, negate } from '../../domain/basics/money.ts';
import { inWords as spaced } from '../../domain/basics/words.ts';
import { isCardCheck } from '../../domain/card/card.ts';
import { documentLabel } from '../../domain/kyb/kybDocuments.ts';
import { drawWeekdays } from '../../domain/repayment/drawDayWords.ts';
import { auditActionInWords, auditEntryInWords } from '../../domain/staff/auditWords.ts';
import { staffRights } from '../../domain/staff/staffRights.ts';
import { timelineLimit } from '../../domain/staff/timelineLimit.ts';
import { platformName } from '../../domain/store/storeTexts.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import type { TimelineKind } from '../receiver/timeline.ts';

type Source = 'onboarding' | 'provider' | 'money' | 'mail' | 'staff';

export interface TimelineEntry {
  at: string;
  kind: string;
  source: Source;
  text: string;
}

const words: Readonly<Record<TimelineKind, readonly [Source, string]>> = {
  agreement_accepted: ['onboarding', 'Accepted an agreement'],
  kyb_submitted: ['onboarding', 'Sent in the business verification'],
  kyb_corrected: ['onboarding', 'Corrected the business verification'],
  kyb_status_changed: ['provider', 'The verification of the business changed'],
  kyb_document_announced: ['onboarding', 'Announced a document'],
  bank_linked: ['onboarding', 'Linked a bank account'],
  bank_replaced: ['onboarding', 'Replaced the bank account'],
  bank_status_changed: ['provider', 'The bank link changed'],
  platform_connected: ['onboarding', 'Connected the store they came from to this account'],
  store_connected: ['onboarding', 'Connected a store'],
  store_replaced: ['onboarding', 'Replaced the store'],
  store_disconnected: ['onboarding', 'Disconnected the store'],
  store_status_changed: ['provider', 'The store connection changed'],
  store_synced: ['provider', 'Sales were read'],
  card_ordered: ['onboarding', 'Asked for a card'],
  card_issued: ['provider', 'A card was issued'],
  card_sent: ['provider', 'A physical card was ordered'],
  card_shipped: ['provider', 'The card was shipped'],
  card_held: ['money', 'The card was paused'],
  card_released: ['money', 'The card was reopened'],
  card_lost: ['money', 'A card was reported lost or stolen'],
  card_reissued: ['provider', 'The plastic of a card was ordered again'],
  card_renewed: ['provider', 'A card was renewed'],
  card_holder_changed: ['money', 'A card was given to somebody else'],
  card_offered_to_wallet: ['money', 'A holder asked to add a card to a wallet'],
  card_controls_changed: ['money', 'The controls of a card were changed'],
  card_raised: ['money', 'A control of a card was raised'],
  card_state_changed: ['provider', 'The card changed'],
  debit_authorized: ['onboarding', 'Authorized debits of the bank account'],
  debit_authorization_ended: ['money', 'The authorization to debit the bank account ended'],
  slack_connected: ['mail', 'Slack was connected for alerts'],
  slack_ended: ['mail', 'Slack was disconnected'],
  monday_mail_ended: ['mail', 'Unsubscribed from the Monday summary by a link of that mail'],
  draw_arranged: ['money', 'Arranged a coming draw'],
  draw_days_chosen: ['money', 'Chose the days of draws'],
  draw_sent: ['money', 'A repayment was sent to the bank'],
  draw_failed: ['money', 'A repayment failed'],
  identity_shared: ['onboarding', 'Another account has this already'],
  payout_sent: ['money', 'A credit was paid out'],
  member_invited: ['onboarding', 'Somebody was invited to the team'],
  member_joined: ['onboarding', 'Somebody joined the team'],
  member_changed: ['onboarding', 'Somebody got another role in the team'],
  member_removed: ['onboarding', 'Somebody was removed from the team'],
  closing_requested: ['staff', 'The account is being closed'],
  account_closed: ['money', 'The account is closed: nothing is owed either way'],
  payout_failed: ['money', 'A payout failed, and its amount is a credit again'],
  staff_changed: ['staff', 'Staff changed the account'],
};

const isKnown = (kind: string): kind is TimelineKind => Object.hasOwn(words, kind);

/** The details that come first, in this order; the store of the events has an order of its own. */
const firstDetails = ['card_token', 'last_four', 'email', 'role', 'institution', 'mask', 'store', 'platform', 'document', 'version', 'from', 'to'];

const rank = (name: string) => (firstDetails.includes(name) ? firstDetails.indexOf(name) : firstDetails.length);

/** Details whose value says by itself what it is. */
const plainDetails: ReadonlySet<string> = new Set(['place', 'email', 'role', 'institution', 'store', 'platform', 'document', 'loss', 'label']);

/** Names that are written as their owner writes them. */
const nameDetails: ReadonlySet<string> = new Set(['email', 'institution', 'store', 'label']);

/** The facts beside an event that its words need. */
interface Context {
  /** The last four digits of each card, by its token. */
  lastFours: ReadonlyMap<string, string>;
  /** The program's, in which instants are written. */
  timeZone: string;
}

/** Describes one detail of an event; returns nothing for details that mean nothing to people: ids at a provider, and flags that are false. */
function detailInWords([name, value]: [string, unknown], { lastFours, timeZone }: Context): string[] {
  if (name === 'card_token' && lastFours.has(String(value))) return [`•••• ${lastFours.get(String(value))}`];
  if (/_(token|id)$/.test(name)) return [];
  // The version of a text is named by a day, as the text itself writes it.
  if (name === 'version') return [`version ${value}`];
  if (name === 'action') return [auditActionInWords(`admin action ${value}`)];
  if (name === 'weekday') return drawWeekdays.flatMap(({ value: day, label }) => (day === String(value) ? [`on a ${label}`] : []));
  if (name === 'number' && typeof value === 'number') return value === 1 ? [] : [`for the ${ordinal(value)} time`];
  if ((name === 'last_four' || name === 'mask') && typeof value === 'string') return [`•••• ${value}`];
  if (name === 'transactions' && typeof value === 'number') return [`${value.toLocaleString('en-US')} ${value === 1 ? 'transaction' : 'transactions'}`];
  if (typeof value === 'boolean') return value ? [spaced(name.replace(/^is_/, ''))] : [];
  if (typeof value === 'string') return [`${plainDetails.has(name) ? '' : `${spaced(name)} `}${textInWords(name, value, timeZone)}`];
  if (typeof value !== 'number') return [];
  return [name.endsWith('_cents') ? `${spaced(name.replace(/_cents$/, ''))} ${formatUsd(cents(value))}` : `${spaced(name)} ${value}`];
}

const ordinalRules = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ordinalEndings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

/** Writes `2` as `2nd`. */
function ordinal(count: number): string {
  return `${count}${ordinalEndings[ordinalRules.select(count)] ?? 'th'}`;
}

/** Writes a state as words, whichever letters its provider takes, and a day or an instant as the rest of the page does. */
function textInWords(name: string, value: string, timeZone: string): string {
  if (nameDetails.has(name)) return value;
  if (name === 'platform') return platformName(value.toUpperCase());
  if (name === 'document_type') return documentLabel(value);
  if (value === 'ein') return 'EIN';
  if (isCalendarDay(value)) return formatDay(value);
  if (instantSchema.safeParse(value).success) return formatMomentIn(timeZone, value);
  return /^([a-z_]+|[A-Z_]+)$/.test(value) ? spaced(value) : value;
}

const instantSchema = z.iso.datetime();

// A value that is not an object has no details to show.
const detailsSchema = z.record(z.string(), z.unknown()).catch({});

/** Writes `{status: "ACCEPTED"}` as `status accepted`: enough for staff to tell two entries apart. A card is named by its last four digits. */
function inWords(details: unknown, context: Context): string {
  const named = detailsSchema.parse(details);
  const parts = Object.entries(named)
    .filter(([name]) => name !== 'card_token' || !('last_four' in named))
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .flatMap((detail) => detailInWords(detail, context));
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

async function events({ database }: Deps, { scope, receiver }: ReceiverView): Promise<TimelineEntry[]> {
  const own = databaseOf(database, scope);
  const [rows, cards] = await Promise.all([
    own.timelineEvent.findMany({ orderBy: { at: 'desc' }, take: timelineLimit }),
    own.card.findMany({ select: { token: true, last_four: true } }),
  ]);
  const context = { lastFours: new Map(cards.map(({ token, last_four }) => [token, last_four])), timeZone: programOf(receiver).timeZone };
  return rows.map(({ at, kind, details }) => {
    const [source, text] = isKnown(kind) ? words[kind] : (['provider', kind] as const);
    return { at: at.toISOString(), kind, source, text: text + inWords(details, context) };
  });
}

async function mails({ database }: Deps, { scope }: ReceiverView): Promise<TimelineEntry[]> {
  const rows = await databaseOf(database, scope).emailSent.findMany({
    where: { sent_at: { not: null } },
    orderBy: { claimed_at: 'desc' },
    take: timelineLimit,
  });
  return rows.map(({ sent_at, claimed_at, kind, subject, sent_to }) => ({
    at: (sent_at ?? claimed_at).toISOString(),
    kind,
    source: 'mail',
    text: `Mail to ${sent_to}: ${subject}`,
  }));
}

async function purchases({ database }: Deps, { scope }: ReceiverView): Promise<TimelineEntry[]> {
  const rows = await databaseOf(database, scope).cardTransaction.findMany({ orderBy: { created_at: 'desc' }, take: timelineLimit });
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'card_transaction',
    source: 'money',
    text: `${isCardCheck(row) ? 'Card check' : formatUsd(storedCents(row.amount_cents))} at ${row.merchant_descriptor}, ${row.status.toLowerCase()}`,
  }));
}

/** Returns the money that reached the bank or the books: repayments, payouts of a credit, cashback, and credits that staff entered. */
async function settledTransfers({ database }: Deps, { scope }: ReceiverView): Promise<TimelineEntry[]> {
  const rows = await databaseOf(database, scope).bankTransfer.findMany({
    where: { settled_at: { not: null } },
    orderBy: { settled_at: 'desc' },
    take: timelineLimit,
  });
  return rows.map((row) => ({
    at: (row.settled_at ?? row.created_at).toISOString(),
    kind: 'bank_transfer',
    source: 'money',
    text: settledInWords(row),
  }));
}

function settledInWords({ name, payout_id, is_manual, amount_cents }: BankTransfer): string {
  const amount = storedCents(amount_cents);
  if (payout_id !== null) return `A payout of ${formatUsd(negate(amount))} arrived`;
  if (is_manual && amount < 0) return `${name} of ${formatUsd(negate(amount))}, taken back`;
  return is_manual ? `${name} of ${formatUsd(amount)}` : `A repayment of ${formatUsd(amount)} arrived`;
}

/** Returns what staff did, and when they last viewed the account. Single page views and API calls are in the audit log alone. */
async function staffActs({ database }: Deps, { scope }: ReceiverView): Promise<TimelineEntry[]> {
  const rows = await databaseOf(database, scope).auditLog.findMany({
    where: {
      actor_role: { in: [...staffRights] },
      NOT: { OR: [{ outcome: 'begun' }, { action: { startsWith: 'GET ' } }, { action: { contains: ' /api/staff/' } }] },
    },
    orderBy: { sequence: 'desc' },
    take: timelineLimit,
  });
  const acts = rows.map(
    (row): TimelineEntry => ({
      at: row.at.toISOString(),
      kind: row.action === 'masquerade' ? 'view' : 'audit',
      source: 'staff',
      text: `${row.actor_email}: ${auditEntryInWords({ ...row, details: detailsSchema.parse(row.details) })}`,
    }),
  );
  // Every page that is loaded anew begins to view the account again: of several in a row the last one tells it all.
  return acts.filter(({ kind, text }, index) => kind !== 'view' || text !== acts[index - 1]?.text);
}

/** Returns everything that happened to a customer, newest first: onboarding, providers, money, mail, staff. Of each kind no more than `timelineLimit`. */
export async function readTimeline(deps: Deps, view: ReceiverView): Promise<TimelineEntry[]> {
  const lists = await Promise.all([events, mails, purchases, settledTransfers, staffActs].map((read) => read(deps, view)));
  return lists.flat().toSorted((one, other) => other.at.localeCompare(one.at));
}
