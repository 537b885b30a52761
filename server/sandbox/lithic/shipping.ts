import type Lithic from 'lithic';

export const shippingMethods = ['2_DAY', 'BULK', 'EXPEDITED', 'EXPRESS', 'PRIORITY', 'STANDARD', 'STANDARD_WITH_TRACKING'] as const;
export type ShippingMethod = (typeof shippingMethods)[number];
type Mailing = Lithic.CardShippedWebhookEvent['shipping_method'];

/** How a card ordered by each method is mailed: the name that the event gives it, and the first digits of its tracking number, null without one. */
const mailings: Readonly<Record<ShippingMethod, { name: Mailing; tracking: string | null }>> = {
  STANDARD: { name: 'USPS without tracking envelope', tracking: null },
  // A bulk order is mailed as a whole; this one goes untracked.
  BULK: { name: 'USPS without tracking flat', tracking: null },
  STANDARD_WITH_TRACKING: { name: 'USPS with tracking', tracking: '9400' },
  PRIORITY: { name: 'USPS priority', tracking: '9205' },
  EXPRESS: { name: 'FedEx express', tracking: '7712' },
  '2_DAY': { name: 'FedEx 2 days', tracking: '7712' },
  EXPEDITED: { name: 'FedEx overnight', tracking: '7712' },
};

/** Returns how a card is mailed, as the event of its shipment says it. */
export function mailingOf(method: ShippingMethod, lastFour: string): { shipping_method: Mailing; tracking_number: string | null } {
  const { name, tracking } = mailings[method];
  return { shipping_method: name, tracking_number: tracking === null ? null : `${tracking}${lastFour}0000111122` };
}
