import { receiverScope } from '../../../../server/db/scope.ts';
import { reconcileReceiver } from '../../../../server/services/reconciliation/reconcile.ts';
import type { Merchant } from '../merchant.ts';
import type { SoakedProduct } from '../product.ts';

interface Sums {
  receiver_id: string;
  all_accounts: bigint;
  owed: bigint;
  settled_at_issuer: bigint;
  repaid_at_bank: bigint;
  credited: bigint;
}

/** Returns each receiver's accounts beside the issuer's and the bank's own sums, read from the sandbox's objects without any of the product's code. */
function sumsOfAll({ deps }: SoakedProduct): Promise<Sums[]> {
  return deps.database.$queryRaw<Sums[]>`
    WITH movement AS (
      SELECT receiver_id, debit_account AS account, amount_cents AS cents, kind FROM ledger_transfer
      UNION ALL SELECT receiver_id, credit_account, -amount_cents, kind FROM ledger_transfer
    ), issuer AS (
      SELECT data ->> 'card_token' AS card_token, sum((data ->> 'settled_amount')::bigint) AS cents
      FROM sandbox.object WHERE stand_in = 'lithic' AND kind = 'transaction' AND data ->> 'status' <> 'DECLINED' GROUP BY 1
    ), bank AS (
      SELECT data -> 'transfer' -> 'metadata' ->> 'key' AS key, sum(replace(data -> 'transfer' ->> 'amount', '.', '')::bigint) AS cents
      FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'transfer' AND data -> 'transfer' ->> 'status' IN ('settled', 'funds_available') GROUP BY 1
    )
    SELECT receiver.id AS receiver_id,
      coalesce((SELECT sum(cents) FROM movement WHERE movement.receiver_id = receiver.id), 0)::bigint AS all_accounts,
      coalesce((SELECT sum(cents) FROM movement WHERE movement.receiver_id = receiver.id AND account = 'owed'), 0)::bigint AS owed,
      coalesce((SELECT sum(cents) FROM issuer JOIN card ON card.token = issuer.card_token WHERE card.receiver_id = receiver.id), 0)::bigint AS settled_at_issuer,
      coalesce((SELECT sum(cents) FROM bank JOIN draw ON draw.provider_key::text = bank.key WHERE draw.receiver_id = receiver.id), 0)::bigint AS repaid_at_bank,
      coalesce((SELECT -sum(cents) FROM movement WHERE movement.receiver_id = receiver.id AND account = 'owed' AND kind LIKE '%cashback%'), 0)::bigint AS credited
    FROM receiver`;
}

function sumFailures({ receiver_id, all_accounts, owed, settled_at_issuer, repaid_at_bank, credited }: Sums): string[] {
  const wanted = settled_at_issuer - repaid_at_bank - credited;
  return [
    ...(all_accounts === 0n ? [] : [`the accounts of ${receiver_id} come to ${all_accounts} cents together`]),
    ...(owed === wanted ? [] : [`${receiver_id} owes ${owed} cents here, ${wanted} by the issuer and the bank`]),
  ];
}

/**
 * Reports each merchant's books that are unbalanced or differ from the issuer or the bank by even a cent, by our own
 * reconciliation and by sums of the providers' objects.
 */
export async function bookFailures(product: SoakedProduct, merchants: readonly Merchant[]): Promise<string[]> {
  const failures = (await sumsOfAll(product)).flatMap(sumFailures);
  for (const { receiverId } of merchants) {
    const differences = await reconcileReceiver(product.deps, receiverScope(receiverId), null);
    failures.push(
      ...differences.map(
        ({ provider, subject, external_id, ours, theirs }) =>
          `${receiverId}: ${provider} ${subject} ${external_id}: ours ${JSON.stringify(ours)}, theirs ${JSON.stringify(theirs)}`,
      ),
    );
  }
  return failures;
}
