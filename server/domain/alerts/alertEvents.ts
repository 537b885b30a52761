import { type TeamPermission, type TeamRole, teamPermissions } from '../access/teamRoles.ts';
import type { LetterKind } from '../mail/letterKind.ts';

/** The events that a person can be told of, in the merchant's words, and the ways. */

export const alertChannels = ['mail', 'push', 'slack'] as const;
export type AlertChannel = (typeof alertChannels)[number];

export const alertChannelTexts: Readonly<Record<AlertChannel, string>> = { mail: 'Mail', push: 'Push', slack: 'Slack' };

/**
 * How long an alert can wait. `now`: it costs money today, so it passes quiet hours. `soon`: it waits for the end of quiet hours.
 * `daily`: it also waits for the daily digest of a person who wants one.
 */
export type AlertUrgency = 'now' | 'soon' | 'daily';

export interface AlertRule {
  readonly label: string;
  readonly text: string;
  /** The roles that may get it. A cardholder gets it about the cards that they hold. */
  readonly roles: readonly TeamRole[];
  /** The owner always gets it by one way at least. */
  readonly isMustKnow: boolean;
  readonly urgency: AlertUrgency;
  /** The people who get the mail unless they choose otherwise. */
  readonly mailTo: 'owner' | 'everybody' | 'nobody';
  /** The field of the account's record that switches the owner's mail. */
  readonly mailField?: 'fund_withdraw_email' | 'gets_monday_email';
}

const { readers, managers, everyone }: Readonly<Record<TeamPermission, readonly TeamRole[]>> = teamPermissions;

/** Every event, in the order of the settings. */
const alertRules = {
  repayment_short: {
    label: 'A repayment looks short',
    text: 'Your bank balance is less than what is about to be withdrawn.',
    roles: readers,
    isMustKnow: true,
    urgency: 'now',
    mailTo: 'owner',
  },
  repayment_failed: {
    label: 'A repayment failed',
    text: 'A withdrawal did not go through, and what happens next.',
    roles: readers,
    isMustKnow: true,
    urgency: 'now',
    mailTo: 'owner',
  },
  repayment: {
    label: 'A repayment is coming, or has arrived',
    text: 'Two business days before each withdrawal, and a receipt when it has arrived.',
    roles: readers,
    isMustKnow: false,
    urgency: 'daily',
    mailTo: 'owner',
    mailField: 'fund_withdraw_email',
  },
  credit_payout: {
    label: 'A credit is paid to your bank',
    text: 'When a payout is on its way to your bank, and when one comes back.',
    roles: readers,
    isMustKnow: false,
    urgency: 'soon',
    mailTo: 'owner',
  },
  purchase_declined: {
    label: 'A purchase was declined',
    text: 'What was declined, and why.',
    roles: everyone,
    isMustKnow: false,
    urgency: 'soon',
    mailTo: 'nobody',
  },
  card_state: {
    label: 'Your card is paused, or works again',
    text: 'We paused a card because the account is held, or opened it again.',
    roles: everyone,
    isMustKnow: true,
    urgency: 'now',
    mailTo: 'owner',
  },
  card_news: {
    label: 'A card is ready, or on its way',
    text: 'A new card can be used, or a physical card is in the mail.',
    roles: everyone,
    isMustKnow: false,
    urgency: 'daily',
    mailTo: 'owner',
  },
  card_request: {
    label: 'Somebody asks for a card or a raise',
    text: 'Somebody on your team waits for your yes or no.',
    roles: managers,
    isMustKnow: false,
    urgency: 'soon',
    mailTo: 'everybody',
  },
  request_answer: {
    label: 'Your request is answered',
    text: 'What became of a card or a raise that you asked for.',
    roles: ['admin', 'bookkeeper', 'cardholder'],
    isMustKnow: false,
    urgency: 'soon',
    mailTo: 'everybody',
  },
  limit_nearly_used: {
    label: 'Your limit is nearly used',
    text: '75%, 90% or 100% of your spending power is used.',
    roles: readers,
    isMustKnow: false,
    urgency: 'soon',
    mailTo: 'owner',
  },
  connection: {
    label: 'Your bank or store needs you',
    text: 'A bank or store has to be connected again, or debits have stopped.',
    roles: readers,
    isMustKnow: true,
    urgency: 'soon',
    mailTo: 'owner',
  },
  verification: {
    label: 'Your business is verified, or needs something',
    text: 'What the card issuer decided about your business.',
    roles: managers,
    isMustKnow: true,
    urgency: 'soon',
    mailTo: 'owner',
  },
  staff_change: {
    label: 'Our staff changed something',
    text: 'What support has changed on your account.',
    roles: managers,
    isMustKnow: true,
    urgency: 'daily',
    mailTo: 'owner',
  },
  weekly_summary: {
    label: 'A summary every Monday',
    text: 'What you spent and repaid last week, and what is drawn this week.',
    roles: readers,
    isMustKnow: false,
    urgency: 'daily',
    mailTo: 'owner',
    mailField: 'gets_monday_email',
  },
} as const satisfies Record<string, AlertRule>;

export type AlertEvent = keyof typeof alertRules;
export const alertEvents = Object.keys(alertRules) as readonly AlertEvent[];

/** Returns the rule of an event. */
export const alertRule = (event: AlertEvent): AlertRule => alertRules[event];

/** The event of each letter; null for a letter that is for a mailbox alone, such as a link to sign in with or a copy to keep. */
const eventOfLetter: Readonly<Record<LetterKind, AlertEvent | null>> = {
  agreement_copy: null,
  confirm_email: null,
  sign_in_link: null,
  // Its button signs in, so that it belongs to the owner's mailbox.
  app_uninstalled: null,
  slack_ended: null,
  // Says who may pay now, which nobody switches off.
  card_holder_changed: null,
  kyb_status: 'verification',
  card_issued: 'card_news',
  card_shipped: 'card_news',
  card_paused: 'card_state',
  card_reopened: 'card_state',
  card_request: 'card_request',
  card_request_answer: 'request_answer',
  purchase_declined: 'purchase_declined',
  bank_status: 'connection',
  store_status: 'connection',
  debits_stopped: 'connection',
  withdrawal_notice: 'repayment',
  repayment_receipt: 'repayment',
  repayment_failed: 'repayment_failed',
  failed_amount_paid: 'repayment_failed',
  repayment_split: 'repayment_short',
  balance_looks_short: 'repayment_short',
  payout_sent: 'credit_payout',
  payout_failed: 'credit_payout',
  monday_summary: 'weekly_summary',
  spending_power_warning: 'limit_nearly_used',
  staff_change: 'staff_change',
  account_closed: 'staff_change',
};

/** Returns the event that a letter tells of; null for a letter for a mailbox alone, and for a kind that this version does not know. */
export const eventOf = (kind: LetterKind): AlertEvent | null => eventOfLetter[kind] ?? null;

/** The letters whose subject begins with the token of a card. */
const aboutCards: ReadonlySet<LetterKind> = new Set(['card_shipped', 'purchase_declined']);

/** The letters about all cards of an account. */
const aboutAllCards: ReadonlySet<LetterKind> = new Set(['card_paused', 'card_reopened']);

/** Reports whether a letter concerns everybody who holds a card. */
export const isAboutAllCards = (kind: LetterKind): boolean => aboutAllCards.has(kind);

/** Returns the card that a letter is about; null for a letter about something else. */
export const cardOfLetter = (kind: LetterKind, about: string): string | null => (aboutCards.has(kind) ? (about.split(' ')[0] ?? null) : null);

/** The letters whose subject ends in the address of the person they go to. The fact is the same for all of them. */
const addressed: ReadonlySet<LetterKind> = new Set(['card_request', 'card_request_answer']);

/** Reports whether a letter is queued for each person by their address. */
export const isAddressed = (kind: LetterKind): boolean => addressed.has(kind);

/** Returns what a letter tells of, without the person whom it tells: one fact is told once by each way. */
export const factOf = (kind: LetterKind, about: string): string => (addressed.has(kind) ? about.split(' ').slice(0, -1).join(' ') : about);

/** Returns the address of the one person whom a letter concerns; null for one that concerns all who may get it. */
export const onlyAddressOf = (kind: LetterKind, about: string): string | null => (kind === 'card_request_answer' ? (about.split(' ').at(-1) ?? null) : null);
