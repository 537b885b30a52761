import type { LatestAuthorization } from '../../domain/bank/debitAuthorization.ts';
import { type Cents, cents } from '../../domain/basics/money.ts';
import type { Spent } from '../../domain/card/controls/firstFailingControl.ts';
import type { StoredLimitRaise } from '../../domain/card/controls/limitRaises.ts';
import type { RepaidDraw } from '../../domain/spendingPower/heldBack.ts';
import { storedCents } from '../cents.ts';
import { Prisma } from '../client.ts';
import type { Database } from '../database.ts';
import { DecisionConnections, literal } from '../decisionConnections.ts';
import type { AuthorizationDecision, Receiver } from '../rows.ts';
import { approvalsOfCard, periodStartsOf, type SpentRow, type StartsByProgram, spentOfCard, spentOfRow } from './cardSpent.ts';
import { reportedOf } from './openApprovals.ts';

export type { DecisionConnections };

/** The fields of the record that a decision about a purchase reads. */
export type DecisionFlags = Pick<
  Receiver,
  | 'whitelabel'
  | 'is_locked'
  | 'is_fraud'
  | 'is_black_listed'
  | 'override_spend_limit'
  | 'spending_power_override_min'
  | 'spending_power_override_max'
  | 'spending_power_override_expiration_at'
>;

/** An earlier decision about the same transaction. */
export type EarlierDecision = Pick<
  AuthorizationDecision,
  | 'number'
  | 'event_token'
  | 'card_token'
  | 'kind'
  | 'amount_cents'
  | 'cash_cents'
  | 'merchant_category_code'
  | 'result'
  | 'answer'
  | 'decided_at'
  | 'transaction_token'
>;

export interface DecisionFacts extends DecisionFlags {
  receiver_id: string;
  /** Whether the issuer refuses the business, which it had accepted. */
  is_business_refused: boolean;
  is_closing: boolean;
  /** Its EIN or store backs another account, and staff have not allowed it. */
  has_flagged_identity: boolean;
  /** The latest authorization of debits, with the debits that failed since it was given; null when there was never one. */
  authorization: (LatestAuthorization & { failures: readonly FailedDebit[] }) | null;
  card_state: string;
  /** Whether the merchant holds the card. */
  is_on_own_hold: boolean;
  /** Since when the card counts as lost or stolen; null for a card that does not. */
  lost_at: Date | null;
  /** The wallets of entries that the issuer is to end and has not ended yet. */
  ending_wallets: string[];
  /** The card's controls as they are stored, with the raises that have not ended and what it has spent; null for a card without controls. */
  controls: { stored: unknown; limitRaises: readonly StoredLimitRaise[]; spent: Spent } | null;
  /** The newest spending power; null before the first calculation. */
  total_cents: Cents | null;
  /** Owed and held. */
  outstanding_cents: Cents;
  /** The sum of the approvals whose authorization the issuer has not reported yet. */
  approved_cents: Cents;
  /** The number of the transaction's authorizations that the issuer has reported. */
  reported: number;
  /** A debit failed and something of its amount is unpaid. */
  has_unpaid_draw: boolean;
  /** The debits that have settled and were not final two days ago, or failed last; and how many others became final since then. */
  repaid: { recent: readonly RepaidDraw[]; finalBefore: number };
  /** The decisions about this transaction so far, the newest first. */
  earlier: EarlierDecision[];
}

/** A debit that the bank refused or sent back. */
interface FailedDebit {
  failure_code: string;
  finished_at: Date;
}

interface FactsRow extends DecisionFlags {
  is_business_refused: boolean;
  is_closing: boolean;
  has_flagged_identity: boolean;
  authorization: { accepted_at: string; ended_reason: string | null; failures: { failure_code: string; finished_at: string }[] } | null;
  card_state: string;
  is_on_own_hold: boolean;
  lost_at: Date | null;
  ending_wallets: string[];
  controls: { stored: unknown; limitRaises: (Omit<StoredLimitRaise, 'ends_at' | 'ended_at'> & { ends_at: string })[]; spent: SpentRow } | null;
  total: bigint | null;
  outstanding: bigint;
  approved: bigint;
  reported: bigint;
  has_unpaid_draw: boolean;
  repaid: { recent: (Omit<RepaidDraw, 'amount_cents' | 'finished_at'> & { amount_cents: number; finished_at: string })[]; final_before: number };
  earlier: (Omit<EarlierDecision, 'amount_cents' | 'cash_cents' | 'decided_at'> & { amount_cents: number; cash_cents: number; decided_at: string })[];
}

/** The receiver, who is looked up before: every part names its rows by it, so that one server of several is asked. */
const receiverId = Prisma.raw('$1');
const starts = periodStartsOf(Prisma.sql`coalesce($4 -> receiver.whitelabel, $4 -> $5)`);
const limitRaises = Prisma.sql`coalesce((
    SELECT json_agg(json_build_object('control', control, 'amount_cents', amount_cents, 'subject', subject, 'ends_at', ends_at))
    FROM card_raise WHERE receiver_id = $1 AND card_token = $2 AND ends_at > $6 AND ended_at IS NULL), '[]'::json)`;
const failures = Prisma.sql`coalesce((
    SELECT json_agg(json_build_object('failure_code', failure_code, 'finished_at', finished_at))
    FROM draw WHERE receiver_id = $1 AND failure_code IS NOT NULL AND finished_at >= accepted_at), '[]'::json)`;

/** What decides how much that was repaid can be spent again. The day of the reader's zone is a day before or after that in UTC at most. */
const lastFailure = Prisma.sql`(SELECT max(finished_at) FROM draw WHERE receiver_id = $1 AND status IN ('declined', 'failed', 'returned'))`;
const repaid = Prisma.sql`(
    SELECT json_build_object(
      'recent', coalesce(json_agg(json_build_object('status', status, 'amount_cents', amount_cents, 'finished_at', finished_at, 'final_on', final_on))
        FILTER (WHERE final_on IS NULL OR final_on > $6::date - 2 OR finished_at = failure.at), '[]'::json),
      'final_before', count(*) FILTER (WHERE final_on <= $6::date - 2 AND finished_at > coalesce(failure.at, '-infinity')))
    FROM draw, (SELECT ${lastFailure} AS at) failure
    WHERE receiver_id = $1 AND (status IN ('settled', 'funds_available') OR finished_at = failure.at))`;

const factsStatement = Prisma.sql`
  PREPARE decision_facts (uuid, text, text, jsonb, text, timestamptz) AS
  SELECT
    whitelabel, is_locked, is_fraud, is_black_listed, business_refused_at IS NOT NULL AS is_business_refused, closing_requested_at IS NOT NULL AS is_closing,
    override_spend_limit, spending_power_override_min, spending_power_override_max, spending_power_override_expiration_at,
    card.state AS card_state, held_by_receiver_at IS NOT NULL AS is_on_own_hold, lost_at,
    EXISTS (SELECT FROM identity_claim WHERE receiver_id = $1 AND state = 'flagged') AS has_flagged_identity,
    (SELECT json_build_object('accepted_at', accepted_at, 'ended_reason', ended_reason, 'failures', ${failures}) FROM debit_authorization
      WHERE receiver_id = $1 AND role = 'main' ORDER BY ended_at IS NULL DESC, ended_at DESC LIMIT 1) AS authorization,
    (SELECT json_build_object('stored', controls, 'spent', ${spentOfCard(receiverId)}, 'limitRaises', ${limitRaises}) FROM card_control
      WHERE receiver_id = $1 AND card_token = $2) AS controls,
    (SELECT total_cents FROM spending_power_snapshot WHERE receiver_id = $1 ORDER BY taken_at DESC, id DESC LIMIT 1) AS total,
    (SELECT coalesce(sum(balance_cents), 0)::bigint FROM ledger_balance WHERE receiver_id = $1 AND account IN ('owed', 'pending')) AS outstanding,
    approvals.approved,
    coalesce(${reportedOf(receiverId, Prisma.raw('$3'))}, 0) AS reported,
    EXISTS (SELECT FROM draw WHERE receiver_id = $1 AND open_cents > 0) AS has_unpaid_draw,
    ${repaid} AS repaid,
    ARRAY(SELECT wallet FROM card_tokenization WHERE receiver_id = $1 AND card_token = $2 AND created_at <= card.wallets_ended_at
      AND state NOT IN ('DEACTIVATED', 'INACTIVE')) AS ending_wallets,
    coalesce((
      SELECT json_agg(json_build_object(
        'transaction_token', transaction_token, 'number', number, 'event_token', event_token, 'card_token', card_token, 'kind', kind,
        'amount_cents', amount_cents, 'cash_cents', cash_cents, 'merchant_category_code', merchant_category_code, 'result', result, 'answer', answer,
        'decided_at', decided_at) ORDER BY number DESC)
      FROM authorization_decision WHERE receiver_id = $1 AND transaction_token = $3), '[]'::json) AS earlier
  FROM receiver JOIN card ON card.receiver_id = $1 AND card.token = $2, LATERAL ${starts} start, LATERAL (
    SELECT coalesce(sum(amount_cents), 0)::bigint AS approved, ${approvalsOfCard}
    FROM authorization_decision WHERE receiver_id = $1 AND is_open) approvals
  WHERE receiver.id = $1`.text;

/** Waits for the turn of a receiver. The next statement sees what was committed before it began, so that it reads after the turn has come. */
const turnStatement = `PREPARE decision_turn (uuid) AS SELECT pg_advisory_xact_lock(hashtextextended('purchase of ' || $1, 0))`;

const ownerStatement = 'PREPARE owner_of_card (text) AS SELECT receiver_id FROM receiver_of_card WHERE card_token = $1';

const columns = [
  ['receiver_id', 'uuid'],
  ['transaction_token', 'text'],
  ['number', 'integer'],
  ['event_token', 'text'],
  ['card_token', 'text'],
  ['kind', 'text'],
  ['amount_cents', 'bigint'],
  ['cash_cents', 'bigint'],
  ['merchant_descriptor', 'text'],
  ['merchant_category_code', 'text'],
  ['merchant_country', 'text'],
  ['merchant_id', 'text'],
  ['control_detail', 'jsonb'],
  ['result', 'text'],
  ['reason', 'text'],
  ['short_by_cents', 'bigint'],
  ['answer', 'jsonb'],
  ['decided_at', 'timestamptz'],
  ['is_open', 'boolean'],
] as const;

const storeStatement = `
  PREPARE store_decision (${columns.map(([, type]) => type).join(', ')}) AS
  INSERT INTO authorization_decision (${columns.map(([name]) => name).join(', ')}) VALUES (${columns.map((_, place) => `$${place + 1}`).join(', ')})`;

/** Opens connections for decisions about purchases, at most `maximumConnections`. `database` announces what the decisions change. */
export function openDecisionConnections(databaseUrl: string, database: Database, maximumConnections: number): DecisionConnections {
  return new DecisionConnections(databaseUrl, {
    database,
    maximumConnections,
    prepared: `${ownerStatement}; ${turnStatement}; ${factsStatement}; ${storeStatement}`,
  });
}

/** A decision to store; its answer and the control that declined it as JSON. */
export type NewDecision = Omit<AuthorizationDecision, 'receiver_id' | 'answer' | 'control_detail'> & { answer: string; control_detail: string | null };

interface AskedFacts extends StartsByProgram {
  cardToken: string;
  transactionToken: string;
  /** The moment of the decision, which no raise that it counts has reached. */
  now: Date;
}

export interface HeldDecision {
  facts: DecisionFacts;
  /** Stores the decision, and lets the next one about this receiver begin. */
  store(decision: NewDecision): Promise<void>;
  /** Lets the next one begin without a decision. */
  release(): Promise<void>;
}

/** The receivers of the cards that were asked about: a card never changes its receiver. */
const owners = new WeakMap<DecisionConnections, Map<string, string>>();
const mostOwners = 100_000;

/** Returns the id of the receiver with a card; null when nobody here has it. */
async function ownerOf(connections: DecisionConnections, cardToken: string): Promise<string | null> {
  const known = owners.get(connections) ?? new Map<string, string>();
  owners.set(connections, known);
  const owner = known.get(cardToken);
  if (owner !== undefined) return owner;
  const [row] = await connections.run<{ receiver_id: string }>(`EXECUTE owner_of_card(${literal(cardToken)})`);
  if (row === undefined) return null;
  if (known.size >= mostOwners) known.clear();
  known.set(cardToken, row.receiver_id);
  return row.receiver_id;
}

/**
 * Waits until no other purchase of the receiver with this card is being decided, holds the next ones up, and reads what the
 * decision about a transaction needs. Nothing else that is done to the receiver holds it up. Returns null when nobody here has
 * the card. Throws when the turn does not come within a second.
 */
export async function holdDecision(
  connections: DecisionConnections,
  { cardToken, transactionToken, now, starts, otherwise }: AskedFacts,
): Promise<HeldDecision | null> {
  const receiver_id = await ownerOf(connections, cardToken);
  if (receiver_id === null) return null;
  const [owner, card, token] = [literal(receiver_id), literal(cardToken), literal(transactionToken)];
  const facts = [owner, card, token, literal(JSON.stringify(starts)), literal(otherwise), literal(now)].join(', ');
  const { rows, end } = await connections.begin<FactsRow>(`BEGIN; EXECUTE decision_turn(${owner}); EXECUTE decision_facts(${facts})`);
  const release = () => end('ROLLBACK');
  const [row] = rows;
  if (row === undefined) {
    await release();
    return null;
  }
  return {
    facts: factsOf(receiver_id, row),
    release,
    async store(decision) {
      const stored = { ...decision, receiver_id };
      await end(`EXECUTE store_decision(${columns.map(([name]) => literal(stored[name])).join(', ')}); COMMIT`);
      connections.announce(receiver_id);
    },
  };
}

function factsOf(
  receiver_id: string,
  { total, outstanding, approved, reported, earlier, controls, authorization, repaid: repayments, ...row }: FactsRow,
): DecisionFacts {
  return {
    ...row,
    receiver_id,
    authorization: authorization && {
      acceptedAt: new Date(authorization.accepted_at),
      endedReason: authorization.ended_reason,
      failures: authorization.failures.map(({ failure_code, finished_at }) => ({ failure_code, finished_at: new Date(finished_at) })),
    },
    repaid: {
      recent: repayments.recent.map((draw) => ({ ...draw, amount_cents: cents(draw.amount_cents), finished_at: new Date(draw.finished_at) })),
      finalBefore: repayments.final_before,
    },
    total_cents: total === null ? null : storedCents(total),
    outstanding_cents: storedCents(outstanding),
    approved_cents: storedCents(approved),
    reported: Number(reported),
    controls: controls && {
      stored: controls.stored,
      limitRaises: controls.limitRaises.map((raise) => ({ ...raise, ends_at: new Date(raise.ends_at), ended_at: null })),
      spent: spentOfRow(controls.spent),
    },
    earlier: earlier.map((decision) => ({
      ...decision,
      amount_cents: BigInt(decision.amount_cents),
      cash_cents: BigInt(decision.cash_cents),
      decided_at: new Date(decision.decided_at),
    })),
  };
}
