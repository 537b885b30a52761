import { prismaOf, type Transaction } from '../client.ts';

/** Escapes LIKE's wildcards in typed text. */
const literally = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

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
  const pattern = `%${literally(text)}%`;
  return prismaOf(transaction).$queryRaw<Customer[]>`
    SELECT token, email, business_name, created_at, is_locked, is_fraud, is_black_listed, is_subscribed
    FROM receiver
    WHERE whitelabel = ${program} AND (email LIKE ${pattern} OR lower(business_name) LIKE ${pattern})
    ORDER BY email = ${text} DESC, is_subscribed DESC, created_at DESC
    LIMIT ${limit}`;
}
