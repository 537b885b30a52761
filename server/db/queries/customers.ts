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
}

/** Returns customers of a program by a part of their e-mail or business name: an exact e-mail first, then the newest. */
export function findCustomersByText(transaction: Transaction, { program, q, limit }: { program: string; q: string; limit: number }): Promise<Customer[]> {
  const text = q.toLowerCase();
  const pattern = `%${literally(text)}%`;
  return prismaOf(transaction).$queryRaw<Customer[]>`
    SELECT token, email, business_name, created_at, is_locked, is_fraud
    FROM receiver
    WHERE whitelabel = ${program} AND (email LIKE ${pattern} OR lower(business_name) LIKE ${pattern})
    ORDER BY email = ${text} DESC, created_at DESC
    LIMIT ${limit}`;
}
