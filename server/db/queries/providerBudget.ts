import { Prisma, runOften, type Transaction } from '../client.ts';

interface Allowance {
  name: string;
  burst: number;
  perMs: number;
  reserve: number;
}

/**
 * Takes one call out of a provider's budget, which all processes share. Returns 0, or the milliseconds after which one may be left.
 * Calls come back with time, up to `burst`; the last `reserve` of them are not given.
 */
export async function takeCall(database: Transaction, { name, burst, perMs, reserve }: Allowance): Promise<number> {
  const left = Prisma.sql`least(${burst}::float8, budget.calls + ${perMs}::float8 * 1000 * greatest(0, extract(epoch FROM now() - budget.as_of)))`;
  const mayCall = Prisma.sql`(budget.blocked_until <= now() AND ${left} >= ${reserve}::float8 + 1)`;
  const [row] = await runOften<{ is_given: boolean; calls: number; blocked_ms: number }>(
    database,
    Prisma.sql`
    INSERT INTO provider_budget AS budget (name, calls, as_of, is_given, blocked_until) VALUES (${name}, ${burst}::float8 - 1, now(), true, to_timestamp(0))
    ON CONFLICT (name) DO UPDATE SET
      calls = ${left} - CASE WHEN ${mayCall} THEN 1 ELSE 0 END,
      as_of = greatest(budget.as_of, now()),
      is_given = ${mayCall}
    RETURNING is_given, calls, greatest(0, extract(epoch FROM blocked_until - now()) * 1000)::float8 AS blocked_ms`,
  );
  if (!row) throw new Error('a budget was neither made nor changed');
  return row.is_given ? 0 : Math.max(1, Math.ceil(row.blocked_ms), Math.ceil((reserve + 1 - row.calls) / perMs));
}

/** Lets no call of a name pass for `forMs` milliseconds. */
export async function blockCalls(database: Transaction, name: string, forMs: number): Promise<void> {
  await runOften(
    database,
    Prisma.sql`UPDATE provider_budget SET blocked_until = greatest(blocked_until, now() + ${forMs}::float8 * interval '1 millisecond') WHERE name = ${name}`,
  );
}
