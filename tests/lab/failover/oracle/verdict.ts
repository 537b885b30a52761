import pg from 'pg';

/*
 * The rules that must hold after any number of failovers, told from three sources alone: the answers that the product has given, its
 * database, and the database of the issuer and the bank. It knows nothing of the product's code.
 */

/** A decision about a purchase that the product has answered: its commit was acknowledged. */
export interface AcknowledgedDecision {
  receiverId: string;
  token: string;
  result: string;
}

/** A payment that the product has accepted. */
export interface AcknowledgedPayment {
  receiverId: string;
  paymentId: string;
}

interface Sources {
  productUrl: string;
  sandboxUrl: string;
  decisions: readonly AcknowledgedDecision[];
  payments: readonly AcknowledgedPayment[];
}

type Verdict = Readonly<Record<string, readonly string[]>>;

async function read<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** An answer that never arrived proves nothing: its row may be there or not. */
async function lostDecisions({ productUrl, decisions }: Sources): Promise<string[]> {
  const rows = await read<{ token: string; result: string }>(productUrl, 'SELECT transaction_token AS token, result FROM authorization_decision');
  const kept = new Map(rows.map(({ token, result }) => [token, result]));
  return decisions.flatMap(({ token, result }) => (kept.get(token) === result ? [] : [`${token} was answered ${result} and is ${kept.get(token) ?? 'lost'}`]));
}

async function lostPayments({ productUrl, payments }: Sources): Promise<string[]> {
  const kept = new Set((await read<{ id: string }>(productUrl, 'SELECT id FROM draw')).map(({ id }) => id));
  return payments.flatMap(({ paymentId }) => (kept.has(paymentId) ? [] : [`${paymentId} was accepted and is lost`]));
}

interface TransferRow {
  id: string;
  amount: string;
  account: string;
}

const isDebit = `stand_in = 'plaid' AND kind = 'transfer' AND data #>> '{transfer,type}' = 'debit' AND data #>> '{transfer,status}' NOT IN ('failed', 'cancelled', 'returned')`;

/** Each debit at the bank is that of one draw, each draw has one at most, and nobody is debited more than they have bought. */
async function doubleDraws({ productUrl, sandboxUrl }: Sources): Promise<string[]> {
  const transfers = await read<TransferRow>(
    sandboxUrl,
    `SELECT id, data #>> '{transfer,amount}' AS amount, data #>> '{transfer,account_id}' AS account FROM sandbox.object WHERE ${isDebit}`,
  );
  const draws = await read<{ transfer_id: string; receiver_id: string }>(productUrl, 'SELECT transfer_id, receiver_id FROM draw WHERE transfer_id IS NOT NULL');
  const ofTransfer = new Map(draws.map(({ transfer_id, receiver_id }) => [transfer_id, receiver_id]));
  const strays = transfers.filter(({ id }) => !ofTransfer.has(id)).map(({ id, amount }) => `the bank debited ${amount} by ${id}, of which no draw knows`);
  const debited = new Map<string, number>();
  for (const { id, amount } of transfers) {
    const receiver = ofTransfer.get(id) ?? '';
    debited.set(receiver, (debited.get(receiver) ?? 0) + Math.round(Number(amount) * 100));
  }
  const bought = await settledAtIssuer(sandboxUrl);
  const cards = await read<{ token: string; receiver_id: string }>(productUrl, 'SELECT token, receiver_id FROM card');
  const owed = new Map<string, number>();
  for (const { token, receiver_id } of cards) owed.set(receiver_id, (owed.get(receiver_id) ?? 0) + (bought.get(token) ?? 0));
  const above = [...debited].filter(([receiver, cents]) => cents > (owed.get(receiver) ?? 0));
  return [...strays, ...above.map(([receiver, cents]) => `${receiver} was debited ${cents} cents and has bought for ${owed.get(receiver) ?? 0}`)];
}

/** Returns what was bought with each card, in cents, by the issuer's books. */
async function settledAtIssuer(sandboxUrl: string): Promise<Map<string, number>> {
  const rows = await read<{ card: string; cents: string }>(
    sandboxUrl,
    `SELECT data ->> 'card_token' AS card, sum((data ->> 'settled_amount')::bigint) AS cents
     FROM sandbox.object WHERE stand_in = 'lithic' AND kind = 'transaction' GROUP BY 1`,
  );
  return new Map(rows.map(({ card, cents }) => [card, Number(cents)]));
}

/** The ledger has each purchase of the issuer once and to the cent, and its kept balances are the sums of its rows. */
async function wrongBooks({ productUrl, sandboxUrl }: Sources): Promise<string[]> {
  const issuers = await settledAtIssuer(sandboxUrl);
  const ours = await read<{ card: string; cents: string; booked: string }>(
    productUrl,
    `SELECT card_token AS card, sum(settled_cents) AS cents,
       (SELECT coalesce(sum(CASE WHEN 'owed' = debit_account THEN amount_cents ELSE -amount_cents END), 0) FROM ledger_transfer
        WHERE 'owed' IN (debit_account, credit_account) AND subject_id = ANY (array_agg(token))) AS booked
     FROM card_transaction GROUP BY card_token`,
  );
  const byCard = new Map(ours.map(({ card, cents, booked }) => [card, { cents: Number(cents), booked: Number(booked) }]));
  const cards = [...issuers].flatMap(([card, cents]) => {
    const own = byCard.get(card) ?? { cents: 0, booked: 0 };
    return own.cents === cents && own.booked === cents
      ? []
      : [`with ${card} was bought for ${cents} cents; we know of ${own.cents} and have booked ${own.booked}`];
  });
  const balances = await read<{ receiver_id: string; account: string }>(
    productUrl,
    `SELECT receiver_id, account FROM ledger_balance kept
     WHERE balance_cents <> (SELECT coalesce(sum(CASE account WHEN debit_account THEN amount_cents ELSE -amount_cents END), 0) FROM ledger_transfer moved
       WHERE moved.receiver_id = kept.receiver_id AND account IN (debit_account, credit_account))`,
  );
  return [...cards, ...balances.map(({ receiver_id, account }) => `the balance ${account} of ${receiver_id} is not the sum of its rows`)];
}

/** Returns what is wrong with each promise. The books need the webhooks to have arrived. */
export async function judge(sources: Sources): Promise<Verdict> {
  return {
    'every decision that was answered is kept': await lostDecisions(sources),
    'every payment that was accepted is kept': await lostPayments(sources),
    'nobody is debited twice': await doubleDraws(sources),
    'the books are the issuer’s to the cent': await wrongBooks(sources),
  };
}
