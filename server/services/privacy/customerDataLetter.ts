import { formatShortDate } from '../../domain/basics/dateFormats.ts';
import { formatHundredths } from '../../domain/basics/foreignMoney.ts';
import type { Cents } from '../../domain/basics/money.ts';
import { facts, type Letter, list, paragraph } from '../mail/letter.ts';

/** A payment that belongs to a customer's order, as the customer is told about it. */
export interface ExportedPayment {
  order_id: string | null;
  type: string;
  status: string;
  /** In hundredths of the currency. */
  amount_cents: Cents;
  currency: string;
  created_at: Date;
}

interface CustomerData {
  store: string;
  /** The customer's number at the platform. */
  customerId: string;
  payments: readonly ExportedPayment[];
  answerBy: Date;
}

/**
 * Writes the letter that tells a store's owner what we hold about one customer, to pass on: the payments of the
 * customer's orders, and nothing else.
 */
export function customerDataLetter({ store, customerId, payments, answerBy }: CustomerData): Letter {
  const day = formatShortDate(answerBy, 'UTC');
  return {
    subject: `What we hold of a customer of ${store}`,
    passages: [
      paragraph(`A customer of ${store} has asked which data of theirs is kept. Please pass this on to them by ${day}.`),
      facts(['Store', store], ['Customer number', customerId], ['Answer by', day]),
      payments.length === 0
        ? paragraph('We hold nothing of this customer.')
        : paragraph('Of your customers we keep neither names nor addresses. These payments belong to orders of theirs:'),
      ...(payments.length === 0 ? [] : [list(payments.map(inWords))]),
    ],
  };
}

function inWords({ order_id, type, status, amount_cents, currency, created_at }: ExportedPayment): string {
  return `Order ${order_id ?? 'unknown'}: ${type} of ${formatHundredths(amount_cents, currency)}, ${status}, ${formatShortDate(created_at, 'UTC')}`;
}
