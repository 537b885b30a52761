import type { SoakedProduct } from '../product.ts';

interface Key {
  key: string | null;
  transfers: number;
  draws: number;
  amounts_differ: boolean;
}

/** Returns the idempotency keys at the bank that do not have exactly one transfer and one draw of the same amount. */
function keysAtBank({ deps }: SoakedProduct): Promise<Key[]> {
  return deps.database.$queryRaw<Key[]>`
    WITH transfer AS (
      SELECT data #>> '{transfer,metadata,key}' AS key, data #>> '{transfer,id}' AS id, replace(data #>> '{transfer,amount}', '.', '')::bigint AS cents
      FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'transfer'
    )
    SELECT key, count(*)::int AS transfers, count(draw.id)::int AS draws, bool_or(draw.amount_cents <> transfer.cents) IS TRUE AS amounts_differ
    FROM transfer LEFT JOIN draw ON draw.provider_key::text = transfer.key AND draw.transfer_id = transfer.id
    GROUP BY key HAVING count(*) <> 1 OR count(draw.id) <> 1 OR bool_or(draw.amount_cents <> transfer.cents) IS TRUE`;
}

interface Unfinished {
  business_key: string;
  status: string;
}

function unfinishedDraws({ deps }: SoakedProduct): Promise<Unfinished[]> {
  return deps.database.draw.findMany({ where: { status: { in: ['sending', 'unknown'] } }, select: { business_key: true, status: true } });
}

/** Checks that each repayment has one transfer of the same amount at the bank, and that no draw was left unfinished. */
export async function drawFailures(product: SoakedProduct): Promise<string[]> {
  const keys = await keysAtBank(product);
  const unfinished = await unfinishedDraws(product);
  return [
    ...keys.map(({ key, transfers, draws, amounts_differ }) =>
      amounts_differ
        ? `the transfer of ${key} has another amount than its draw`
        : `${transfers} transfers at the bank carry ${key}, ${draws} draws know of them`,
    ),
    ...unfinished.map(({ business_key, status }) => `${business_key} is still ${status}`),
  ];
}
