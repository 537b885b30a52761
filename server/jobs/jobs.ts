import { z } from 'zod';
import type { SweepDepth } from '../domain/ledger/sweepDepth.ts';
import type { LetterKind } from '../domain/mail/letterKind.ts';
import type { Urgency } from '../providers/urgency.ts';

/**
 * The jobs of the product: name → data. The data are ids only: a job reads the present state when it runs, so that a
 * repeated or late job does no harm.
 */
export interface Jobs {
  /** Takes one stored webhook out of the inbox and applies the present state of the object it names. */
  'handle-webhook': { provider: string; event_id: string };
  /** Sends one letter to a receiver; `about` names its subject. Each letter is sent once. */
  'send-letter': { receiver_id: string; kind: LetterKind; about: string };
  /** Sends one alert to a device, to the account's Slack, or by mail to a member of the team. */
  'send-alert': { receiver_id: string; alert_id: string };
  /** Finds the receivers with alerts whose quiet hours are over, or whose digest is due. */
  'plan-due-alerts': Record<string, never>;
  /** Sends a receiver's alerts that have waited. */
  'send-due-alerts': { receiver_id: string };
  /** Finds the receivers of a program to whom a letter may be due. */
  'plan-letters': { program: string };
  /** Queues a receiver's letters whose day has come. */
  'plan-receiver-letters': { receiver_id: string };
  /** Reads what changed in a connected store. */
  'sync-store': { receiver_id: string; link_id: string };
  /** Queues a sync of each store without recent webhook events. */
  'sync-stale-stores': Record<string, never>;
  /** Removes the access to a store that another one has replaced. */
  'unlink-store': { receiver_id: string; link_id: string };
  /** Reads what changed in a shop with our app: its scopes, orders and payouts. */
  'sync-shop': { receiver_id: string; shop: string };
  /** Reads one order of a shop with our app, which has just changed. */
  'read-shop-order': { receiver_id: string; shop: string; order_id: string };
  /** Reads what changed in the orders of a BigCommerce store with our app. */
  'sync-panel-store': { receiver_id: string; store_hash: string };
  /** Queues a sync of each store with our app that has not been read for hours. */
  'sync-stale-shops': Record<string, never>;
  /** Exports or erases a customer's data for a platform. */
  'answer-privacy-request': { platform: string; event_id: string };
  /** Refreshes a linked bank account. */
  'refresh-bank': { receiver_id: string; link_id: string };
  /** Removes the access to a bank that another one has replaced. */
  'unlink-bank': { receiver_id: string; link_id: string };
  /** Issues the card that a receiver ordered, and ships it, as soon as the issuer accepts the business. */
  'issue-card': { receiver_id: string };
  /** Issues one further card, or the successor of a lost one. */
  'issue-further-card': { receiver_id: string; issue_id: string };
  /** Finds the receivers with cards that end soon. */
  'plan-renewals': Record<string, never>;
  /** Renews a receiver's cards that end soon. */
  'renew-cards': { receiver_id: string };
  /** Closes a lost or stolen card at the issuer. */
  'close-lost-card': { receiver_id: string; card_token: string };
  /** Ends a card's entries in wallets whose makers may pay with it no more. */
  'end-wallet-entries': { receiver_id: string; card_token: string };
  /** Closes a card at the issuer for good. */
  'close-card': { receiver_id: string; card_token: string };
  /** Compares the rules that stand at the issuer for the hour in which we cannot answer with the limits of all cards. */
  'set-issuer-fallback': Record<string, never>;
  /** Finds the receivers with approvals that the issuer should have reported by now. */
  'plan-approvals': Record<string, never>;
  /** Asks the issuer after a receiver's approvals that it has not reported. */
  'follow-approvals': { receiver_id: string };
  /** Registers our endpoint for the issuer's authorization requests. */
  'set-decision-endpoint': Record<string, never>;
  /** Recomputes spending power; `cause` says what changed. */
  'recompute-spending-power': { receiver_id: string; cause: string };
  /** Finds the receivers whose spending power changes with time alone: aging sales, overrides that end. */
  'refresh-spending-power': Record<string, never>;
  /** Sends the limits of a receiver's cards to the issuer. */
  'push-spend-limit': { receiver_id: string };
  /** Does so later in the day, for limits that have risen on cards that nobody uses. */
  'spread-spend-limit': { receiver_id: string };
  /** Pauses a receiver's cards at the issuer while the account is held, and reopens them after. */
  'push-card-state': { receiver_id: string };
  /** Takes somebody who was removed from a team out of its organization at the authentication provider. */
  'leave-org': { receiver_id: string; member_id: string };
  /** Reads the transfer events since the last one read. */
  'sync-transfer-events': Record<string, never>;
  /** Follows one transfer of a receiver whose events have just been stored. */
  'sync-transfer': { receiver_id: string; transfer_id: string };
  /** Finds the receivers of a program who have something due. */
  'plan-draws': { program: string };
  /** Finds those of them for whom something has changed lately. */
  'plan-changed-draws': { program: string };
  /** Draws the dues of a receiver, and finishes interrupted draws. */
  'draw-repayments': { receiver_id: string };
  /** Asks the bank how its account will bear the draws of a coming day. */
  'look-at-draw': { receiver_id: string; debit_date: string };
  /** Tells the bank's provider that a draw came back about whose risk it was asked. */
  'report-return': { receiver_id: string; draw_id: string };
  /** Pays one credit balance out to the bank. */
  'send-payout': { receiver_id: string; payout_id: string };
  /** Pays an account that is closing its credit out, and closes it once it is even. */
  'settle-closing': { receiver_id: string };
  /** Sends one draw to the bank. */
  'send-draw': { receiver_id: string; draw_id: string };
  /** Reads the issuer's events since the last time, and handles those whose webhook never came. */
  'follow-issuer': Record<string, never>;
  /** Finds the receivers who were not compared with the providers for a week. */
  'reconcile-all': Record<string, never>;
  /** Compares the sums of all receivers with the rows that they are made of. */
  'compare-sums': Record<string, never>;
  /** Compares the issuer's newest transactions with ours. */
  'compare-transactions': Record<string, never>;
  /** Looks for transfers at the bank that belong to no draw. */
  'sweep-transfers': Record<string, never>;
  /** Compares a receiver's books with the providers. */
  'reconcile-receiver': { receiver_id: string; depth: SweepDepth };
  /** Asks the authentication provider after the people seen lately, and ends the access of those it lets in no more. */
  'check-sessions': { isSecond: boolean };
  /** Makes the partitions of the next weeks and months. */
  'make-partitions': Record<string, never>;
  /** Deletes what has been over for as long as it is kept. */
  'purge-expired': Record<string, never>;
  /** Deletes old runs of the spending power rule. */
  'purge-old-runs': Record<string, never>;
  /** Finds the receivers without a statement of the last month. */
  'plan-month-closings': Record<string, never>;
  /** Makes the statements of a receiver's months that are over. */
  'close-months': { receiver_id: string };
}
export type JobName = keyof Jobs;

const nothing = z.object({}).transform(() => ({}));
const receiver = z.object({ receiver_id: z.guid() });
const link = receiver.extend({ link_id: z.guid() });
const program = z.object({ program: z.string() });
const depth = z.enum(['quick', 'deep']);

/**
 * The schemas of job data, which an earlier or later version of the product may have sent. A job without its ids must
 * not run: the database ignores a condition without a value.
 */
const jobData: { readonly [Name in JobName]: z.ZodType<Jobs[Name]> } = {
  'handle-webhook': z.object({ provider: z.string(), event_id: z.string() }),
  // Any text is accepted as a kind: the code that writes letters knows the kinds and fails for an unknown one.
  'send-letter': receiver.extend({ kind: z.custom<LetterKind>((kind) => typeof kind === 'string'), about: z.string() }),
  'send-alert': receiver.extend({ alert_id: z.guid() }),
  'plan-due-alerts': nothing,
  'send-due-alerts': receiver,
  'plan-letters': program,
  'plan-receiver-letters': receiver,
  'sync-store': link,
  'sync-stale-stores': nothing,
  'unlink-store': link,
  'sync-shop': receiver.extend({ shop: z.string() }),
  'read-shop-order': receiver.extend({ shop: z.string(), order_id: z.string() }),
  'sync-panel-store': receiver.extend({ store_hash: z.string() }),
  'sync-stale-shops': nothing,
  'answer-privacy-request': z.object({ platform: z.string(), event_id: z.string() }),
  'refresh-bank': link,
  'unlink-bank': link,
  'issue-card': receiver,
  'issue-further-card': receiver.extend({ issue_id: z.guid() }),
  'plan-renewals': nothing,
  'renew-cards': receiver,
  'close-lost-card': receiver.extend({ card_token: z.string() }),
  'end-wallet-entries': receiver.extend({ card_token: z.string() }),
  'close-card': receiver.extend({ card_token: z.string() }),
  'set-issuer-fallback': nothing,
  'plan-approvals': nothing,
  'follow-approvals': receiver,
  'set-decision-endpoint': nothing,
  'recompute-spending-power': receiver.extend({ cause: z.string() }),
  'refresh-spending-power': nothing,
  'push-spend-limit': receiver,
  'spread-spend-limit': receiver,
  'push-card-state': receiver,
  'leave-org': receiver.extend({ member_id: z.guid() }),
  'sync-transfer-events': nothing,
  'sync-transfer': receiver.extend({ transfer_id: z.string() }),
  'plan-draws': program,
  'plan-changed-draws': program,
  'draw-repayments': receiver,
  'send-draw': receiver.extend({ draw_id: z.guid() }),
  'look-at-draw': receiver.extend({ debit_date: z.iso.date() }),
  'report-return': receiver.extend({ draw_id: z.guid() }),
  'send-payout': receiver.extend({ payout_id: z.guid() }),
  'settle-closing': receiver,
  'follow-issuer': nothing,
  'reconcile-all': nothing,
  'compare-sums': nothing,
  'compare-transactions': nothing,
  'sweep-transfers': nothing,
  'reconcile-receiver': receiver.extend({ depth }),
  'check-sessions': z.object({ isSecond: z.boolean() }),
  'make-partitions': nothing,
  'purge-expired': nothing,
  'purge-old-runs': nothing,
  'plan-month-closings': nothing,
  'close-months': receiver,
};

/** Returns a job's data. Throws when it does not match the schema of its name. */
export function readJob<Name extends JobName>(name: Name, data: unknown): Jobs[Name] {
  const parsed = jobData[name].safeParse(data);
  if (parsed.success) return parsed.data;
  throw new Error(`the data of the job is invalid: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}`);
}

/** The urgency of the calls to providers that jobs make: of what a provider told of, unless it is named here. */
const urgencies: Partial<Record<JobName, Urgency>> = {
  'push-card-state': 'card_state',
  'push-spend-limit': 'card_state',
  'spread-spend-limit': 'sweep',
  'close-card': 'card_state',
  'close-lost-card': 'card_state',
  'end-wallet-entries': 'card_state',
  'issue-further-card': 'person',
  'issue-card': 'person',
  'leave-org': 'person',
  'refresh-bank': 'person',
  'send-draw': 'person',
  'send-payout': 'person',
  'sync-store': 'person',
  'draw-repayments': 'person',
  'look-at-draw': 'sweep',
  'report-return': 'sweep',
  'follow-issuer': 'sweep',
  'compare-transactions': 'sweep',
  'sweep-transfers': 'sweep',
  'reconcile-receiver': 'sweep',
  'follow-approvals': 'sweep',
  'renew-cards': 'sweep',
  'set-issuer-fallback': 'sweep',
};

/** Returns the urgency of a job's calls to providers. */
export const urgencyOf = (name: JobName): Urgency => urgencies[name] ?? 'webhook';

/** How often a failed job is repeated, how long it may run, and how many of one name and key may wait or run. */
interface JobSettings {
  policy?: 'short';
  /** Whether the jobs of one key run one after the other, in whichever process. Jobs of other keys run beside them. */
  oneAtATime?: true;
  /** Whether the jobs of this name have a partition of their own: those of events and purchases, and of many receivers at once. */
  partition?: true;
  retryLimit: number;
  /** Seconds before the first repeat. */
  retryDelay?: number;
  /** Doubles the delay at each repeat. */
  retryBackoff?: boolean;
  /** Seconds that the delay never exceeds. */
  retryDelayMax?: number;
  expireInSeconds: number;
  heartbeatSeconds?: number;
}

/**
 * Attempts, time limits and parallelism, by job. A job that fails its last attempt waits in `dead-letter` for an operator; one that is
 * never repeated does not, since its next run makes up for it.
 */
export const jobSettings: Record<JobName, JobSettings> = {
  'handle-webhook': { partition: true, retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 120, heartbeatSeconds: 60 },
  'send-letter': { partition: true, retryLimit: 10, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 60 },
  'send-alert': { partition: true, policy: 'short', retryLimit: 10, retryDelay: 2, retryBackoff: true, retryDelayMax: 1_800, expireInSeconds: 60 },
  'plan-due-alerts': { policy: 'short', retryLimit: 4, retryDelay: 30, expireInSeconds: 300, heartbeatSeconds: 60 },
  'send-due-alerts': { partition: true, policy: 'short', retryLimit: 6, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'plan-letters': { policy: 'short', retryLimit: 4, retryDelay: 30, expireInSeconds: 300, heartbeatSeconds: 60 },
  'plan-receiver-letters': { partition: true, policy: 'short', retryLimit: 6, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  'sync-store': {
    partition: true,
    policy: 'short',
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 900,
    heartbeatSeconds: 60,
  },
  'sync-stale-stores': { policy: 'short', retryLimit: 2, expireInSeconds: 300, heartbeatSeconds: 60 },
  'unlink-store': { retryLimit: 10, retryDelay: 30, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 60 },
  // Only one run at a time for each shop, because a refresh token works once.
  'sync-shop': {
    partition: true,
    policy: 'short',
    oneAtATime: true,
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 900,
    heartbeatSeconds: 60,
  },
  'read-shop-order': {
    partition: true,
    policy: 'short',
    retryLimit: 6,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 120,
    heartbeatSeconds: 60,
  },
  // One run at a time for each store, because its quota is shared; another may wait for the next quota.
  'sync-panel-store': {
    partition: true,
    policy: 'short',
    oneAtATime: true,
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 900,
    heartbeatSeconds: 60,
  },
  'sync-stale-shops': { policy: 'short', retryLimit: 2, expireInSeconds: 300, heartbeatSeconds: 60 },
  'answer-privacy-request': { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 120 },
  'refresh-bank': { policy: 'short', retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 1_800, expireInSeconds: 60 },
  'unlink-bank': { retryLimit: 10, retryDelay: 30, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 60 },
  'issue-card': { policy: 'short', retryLimit: 10, retryDelay: 2, retryBackoff: true, retryDelayMax: 1_800, expireInSeconds: 120, heartbeatSeconds: 60 },
  'issue-further-card': {
    policy: 'short',
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1_800,
    expireInSeconds: 120,
    heartbeatSeconds: 60,
  },
  'plan-renewals': { policy: 'short', retryLimit: 4, retryDelay: 30, expireInSeconds: 600, heartbeatSeconds: 60 },
  'renew-cards': { policy: 'short', retryLimit: 8, retryDelay: 20, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 300, heartbeatSeconds: 60 },
  'close-lost-card': { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 60 },
  'end-wallet-entries': {
    policy: 'short',
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 120,
    heartbeatSeconds: 60,
  },
  'close-card': { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 60 },
  'set-issuer-fallback': { policy: 'short', oneAtATime: true, retryLimit: 4, retryDelay: 15, retryBackoff: true, expireInSeconds: 3_000, heartbeatSeconds: 60 },
  'plan-approvals': { policy: 'short', retryLimit: 4, retryDelay: 30, expireInSeconds: 600, heartbeatSeconds: 60 },
  'follow-approvals': { policy: 'short', retryLimit: 4, retryDelay: 30, retryBackoff: true, expireInSeconds: 120, heartbeatSeconds: 60 },
  'set-decision-endpoint': { policy: 'short', retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 60 },
  'recompute-spending-power': { partition: true, policy: 'short', retryLimit: 8, retryDelay: 1, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 },
  'refresh-spending-power': { policy: 'short', retryLimit: 2, expireInSeconds: 300, heartbeatSeconds: 60 },
  'push-spend-limit': {
    partition: true,
    policy: 'short',
    retryLimit: 12,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 120,
    heartbeatSeconds: 60,
  },
  'spread-spend-limit': {
    partition: true,
    policy: 'short',
    retryLimit: 6,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 600,
    heartbeatSeconds: 60,
  },
  // A pause that is answered after the hold has ended would hold the card again.
  'push-card-state': {
    policy: 'short',
    oneAtATime: true,
    retryLimit: 12,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 120,
    heartbeatSeconds: 60,
  },
  'leave-org': { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 120, heartbeatSeconds: 60 },
  'sync-transfer-events': { policy: 'short', retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 300, heartbeatSeconds: 60 },
  'sync-transfer': { partition: true, retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 60 },
  'plan-draws': { policy: 'short', retryLimit: 4, retryDelay: 30, expireInSeconds: 600, heartbeatSeconds: 60 },
  'plan-changed-draws': { policy: 'short', retryLimit: 4, retryDelay: 30, expireInSeconds: 600, heartbeatSeconds: 60 },
  'draw-repayments': {
    partition: true,
    policy: 'short',
    retryLimit: 12,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 280,
    heartbeatSeconds: 60,
  },
  'send-draw': { partition: true, retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 180, heartbeatSeconds: 60 },
  'look-at-draw': { policy: 'short', retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 1_800, expireInSeconds: 280, heartbeatSeconds: 60 },
  'report-return': { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 120 },
  'send-payout': { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 180, heartbeatSeconds: 60 },
  'settle-closing': { policy: 'short', retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 },
  'follow-issuer': { policy: 'short', oneAtATime: true, retryLimit: 4, retryDelay: 15, retryBackoff: true, expireInSeconds: 3_000, heartbeatSeconds: 60 },
  'reconcile-all': { policy: 'short', retryLimit: 2, expireInSeconds: 600, heartbeatSeconds: 60 },
  'compare-sums': { policy: 'short', oneAtATime: true, retryLimit: 2, expireInSeconds: 10_000, heartbeatSeconds: 60 },
  'compare-transactions': {
    policy: 'short',
    oneAtATime: true,
    retryLimit: 4,
    retryDelay: 60,
    retryBackoff: true,
    expireInSeconds: 3_000,
    heartbeatSeconds: 60,
  },
  'sweep-transfers': { policy: 'short', oneAtATime: true, retryLimit: 4, retryDelay: 60, retryBackoff: true, expireInSeconds: 3_000, heartbeatSeconds: 60 },
  'reconcile-receiver': { partition: true, policy: 'short', retryLimit: 4, retryDelay: 30, retryBackoff: true, expireInSeconds: 600, heartbeatSeconds: 60 },
  // The next one comes within half a minute anyway.
  'check-sessions': { policy: 'short', retryLimit: 0, expireInSeconds: 120 },
  // Gives up at once where others hold the table, and comes back.
  'make-partitions': {
    policy: 'short',
    oneAtATime: true,
    retryLimit: 8,
    retryDelay: 20,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 3_000,
    heartbeatSeconds: 60,
  },
  'purge-expired': { policy: 'short', oneAtATime: true, retryLimit: 2, expireInSeconds: 3_000, heartbeatSeconds: 60 },
  'purge-old-runs': { policy: 'short', oneAtATime: true, retryLimit: 2, expireInSeconds: 10_000, heartbeatSeconds: 60 },
  'plan-month-closings': { policy: 'short', retryLimit: 4, retryDelay: 30, expireInSeconds: 600, heartbeatSeconds: 60 },
  'close-months': { policy: 'short', retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 900, heartbeatSeconds: 60 },
};
