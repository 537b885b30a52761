import type { Receiver } from './receiver.ts';

/** Returns the name of a customer: of the business, or the email until that is known. */
export function customerName({ business_name, email }: Pick<Receiver, 'business_name' | 'email'>): string {
  return business_name ?? email;
}
