import { Prisma, prismaOf, type Transaction } from '../client.ts';
import { containsTerm } from './activityRows.ts';

interface Customer {
  token: string;
  email: string;
  business_name: string | null;
  created_at: Date;
  is_locked: boolean;
  is_fraud: boolean;
  is_black_listed: boolean;
  is_subscribed: boolean;
}

/** Returns customers of a program by a part of their email or business name: an exact email first, then subscribers, then the newest. */
export function findCustomersByText(transaction: Transaction, { program, q, limit }: { program: string; q: string; limit: number }): Promise<Customer[]> {
  const text = q.toLowerCase();
  return prismaOf(transaction).$queryRaw<Customer[]>`
    SELECT token, email, business_name, created_at, is_locked, is_fraud, is_black_listed, is_subscribed
    FROM receiver
    WHERE whitelabel = ${program} AND (${containsTerm(Prisma.sql`email`, text)} OR ${containsTerm(Prisma.sql`lower(business_name)`, text)})
    ORDER BY email = ${text} DESC, is_subscribed DESC, created_at DESC
    LIMIT ${limit}`;
}
