import { createHmac, randomUUID } from 'node:crypto';
import { ask } from './ask.ts';

export interface AskedPurchase {
  token: string;
  /** The token of the single authorization, by which a question that is sent again is known; a new one by default. */
  eventToken?: string;
  cardToken: string;
  cents: number;
  mcc: string;
  merchant: string;
  country: string;
}

/** Returns a new purchase of one dollar with a card. */
export const dollarPurchase = (cardToken: string): AskedPurchase => ({
  ...{ token: randomUUID(), cardToken, cents: 100, mcc: '5131', merchant: 'FJORD TEXTILES IMPORT', country: 'USA' },
});

/** Returns the issuer's question whether a purchase may be made: its body, and the headers that sign it with a secret. */
export function signedQuestion(
  secret: string,
  { token, eventToken = randomUUID(), cardToken, cents, mcc, merchant, country }: AskedPurchase,
): { body: string; headers: Record<string, string> } {
  const usd = { amount: cents, currency: 'USD' };
  const body = JSON.stringify({
    event_type: 'card_authorization.approval_request',
    ...{ token, event_token: eventToken, status: 'AUTHORIZATION', created: new Date().toISOString() },
    ...{ acquirer_fee: 0, amount: cents, authorization_amount: cents, settled_amount: 0, cash_amount: 0, cashback: 0 },
    ...{ cardholder_currency: 'USD', merchant_amount: cents, merchant_currency: 'USD' },
    amounts: { cardholder: { ...usd, conversion_rate: '1.000000' }, hold: usd, merchant: usd, settlement: null },
    card: { token: cardToken, last_four: '4242', state: 'OPEN', type: 'VIRTUAL' },
    merchant: { descriptor: merchant, mcc, city: 'NEW YORK', state: 'NY', country, acceptor_id: '333301802529120' },
  });
  const [id, timestamp] = [`asa_${randomUUID()}`, Math.floor(Date.now() / 1_000)];
  const signature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  const signed = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
  return { body, headers: { 'content-type': 'application/json', ...signed } };
}

/** Asks over HTTP whether a purchase may be made, as the card issuer asks, and returns the result. */
export async function askAsIssuer(url: string, secret: string, purchase: AskedPurchase): Promise<string> {
  const answer = await ask(`${url}/webhooks/lithic/authorization`, { method: 'POST', ...signedQuestion(secret, purchase) });
  return answer.body.result;
}
