import type { Chance } from '../../../support/chance.ts';
import { type Clients, count, keepDoing, type Subject } from './clients.ts';
import { sinceStartMs } from './recorded.ts';

const everyMs = 4_000;
const merchants = ['FJORD TEXTILES IMPORT', 'MERIDIAN FREIGHT', 'CEDAR OFFICE SUPPLY', 'LANTERN PRINTING'] as const;

/** The parts of an issuer's transaction that say how it went. */
interface Transaction {
  result: string;
  events: { detailed_results: string[] }[];
}

/** The issuer's words for a purchase about which it got no answer: it may have been approved nevertheless. */
const unanswered = new Set(['CUSTOMER_ASA_TIMEOUT', 'MALFORMED_ASA_RESPONSE']);
const isUnanswered = ({ events }: Transaction) => events.some((event) => event.detailed_results.some((result) => unanswered.has(result)));

function unusedAmount({ recorded: { sales } }: Subject, chance: Chance): number {
  for (;;) {
    const cents = chance.between(300, 4_000);
    if (!sales.some((sale) => sale.cents === cents)) return cents;
  }
}

/** Buys something with the card, which settles at once. The issuer asks the product, and declines some purchases by itself. */
async function buy(clients: Clients, subject: Subject, chance: Chance): Promise<void> {
  const { merchant, recorded } = subject;
  const [cents, seller] = [unusedAmount(subject, chance), chance.pick(merchants)];
  const fields = { card_token: merchant.cardToken, amount: cents, descriptor: seller, settle: 'yes' };
  const beganMs = sinceStartMs();
  const bought = await clients.product.press<Transaction>('lithic/spend', fields).catch(() => undefined);
  const took = { beganMs, endedMs: sinceStartMs() };
  const isApproved = bought?.result === 'APPROVED';
  const isKnown = bought !== undefined && !isUnanswered(bought);
  count(clients, 'purchase', isApproved ? 'ok' : isKnown ? 'refused' : 'unknown');
  if (isApproved) recorded.card.push({ call: { kind: 'question', cents, answer: 'approved' }, ...took, isCertain: true });
  else if (!isKnown) recorded.card.push({ call: { kind: 'doubtful purchase', cents }, ...took, isCertain: true });
  if (isApproved || bought === undefined) recorded.sales.push({ merchant: seller, cents, ...took, isCertain: isApproved });
}

/** More than fit on a page of the table. */
const beforehand = 30;

/** Buys so much before anything is disturbed that the table has a second page. */
export async function buyBeforehand(clients: Clients, subject: Subject, chance: Chance): Promise<void> {
  for (let purchase = 0; purchase < beforehand; purchase += 1) await buy(clients, subject, chance);
}

export const makePurchases = (clients: Clients, subject: Subject, chance: Chance): Promise<void> =>
  keepDoing(clients, chance, everyMs, () => buy(clients, subject, chance));
