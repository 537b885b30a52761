import { basisPointsOf, dayMs, later, minuteMs } from '../core/measures.ts';
import type { Random } from './random.ts';
import { type CommercePlatform, type Gateway, gateways, type StoreCharacter } from './stores.ts';

/** One product in an order. */
export interface OrderLine {
  id: string;
  title: string;
  sku: string;
  quantity: number;
  unitCents: number;
  totalCents: number;
}

export type PaymentKind = 'authorization' | 'sale' | 'refund' | 'chargeback' | 'void';

export interface Payment {
  id: string;
  kind: PaymentKind;
  outcome: 'success' | 'failure';
  gateway: string;
  method: Gateway['method'];
  /** Never negative; `kind` gives the direction. */
  amountCents: number;
  feeCents: number;
  at: Date;
  /** The payment is pending until then. */
  settledAt: Date;
  /** The order lines that a refund takes back. */
  lines: readonly OrderLine[];
}

interface Seller {
  platform: CommercePlatform;
  character: StoreCharacter;
}

function drawPayment(random: Random, gateway: Gateway, payment: Pick<Payment, 'kind' | 'amountCents' | 'at'> & Partial<Payment>): Payment {
  const settles = gateway.slow && payment.kind === 'sale' ? later(payment.at, random.whole(2, 6) * dayMs) : payment.at;
  const fee = payment.kind === 'sale' && payment.outcome !== 'failure' ? basisPointsOf(payment.amountCents, gateway.feeBasisPoints) + gateway.feeFixedCents : 0;
  return { id: random.uuid(), outcome: 'success', gateway: gateway.name, method: gateway.method, feeCents: fee, settledAt: settles, lines: [], ...payment };
}

/** Draws how the shopper pays: at once, after a declined try, by authorizing first and capturing on dispatch, or never. */
export function drawCheckout(
  random: Random,
  seller: Seller,
  amountCents: number,
  at: Date,
): { gateway: Gateway; payments: Payment[]; cancelledAt: Date | null } {
  const gateway = random.weighted(gateways[seller.platform]);
  const pay = (payment: Pick<Payment, 'kind' | 'at'> & Partial<Payment>) => drawPayment(random, gateway, { amountCents, ...payment });
  const declined = !gateway.slow && random.chance(seller.character.failureRate);
  const failures = declined ? [pay({ kind: 'sale', outcome: 'failure', at })] : [];
  if (declined && random.chance(0.35)) return { gateway, payments: failures, cancelledAt: null };

  const paidAt = declined ? later(at, random.whole(1, 9) * minuteMs) : at;
  if (gateway.method !== 'card' || !random.chance(0.25)) return { gateway, payments: [...failures, pay({ kind: 'sale', at: paidAt })], cancelledAt: null };

  const authorization = pay({ kind: 'authorization', at: paidAt });
  const endsAt = later(paidAt, random.logNormal(0.7, 0.5) * dayMs);
  const cancelled = random.chance(0.06);
  return {
    gateway,
    payments: [...failures, authorization, pay({ kind: cancelled ? 'void' : 'sale', at: endsAt })],
    cancelledAt: cancelled ? endsAt : null,
  };
}

/** Draws what is returned later: one line or the whole order refunded, or the payment disputed at the shopper's bank. */
export function drawReturns(
  random: Random,
  seller: Seller,
  gateway: Gateway,
  order: { lines: readonly OrderLine[]; totalCents: number },
  sale: Payment,
): Payment[] {
  const { refundRate, chargebackRate } = seller.character;
  if (random.chance(refundRate)) {
    const line = order.lines[random.whole(0, order.lines.length - 1)];
    const partial = order.lines.length > 1 && line !== undefined && random.chance(0.6);
    const amountCents = partial ? Math.min(line.totalCents, order.totalCents) : order.totalCents;
    const at = later(sale.settledAt, (1 + random.logNormal(6, 0.7)) * dayMs);
    return [drawPayment(random, gateway, { kind: 'refund', amountCents, at, lines: partial ? [line] : order.lines })];
  }
  if (gateway.method === 'card' && random.chance(chargebackRate / 0.6)) {
    return [drawPayment(random, gateway, { kind: 'chargeback', amountCents: order.totalCents, at: later(sale.settledAt, random.whole(9, 45) * dayMs) })];
  }
  return [];
}
