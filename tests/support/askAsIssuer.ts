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

/** Asks over HTTP whether a purchase may be made, signed as the card issuer signs, and returns the result. */
export async function askAsIssuer(
  url: string,
  secret: string,
  { token, eventToken = randomUUID(), cardToken, cents, mcc, merchant, country }: AskedPurchase,
): Promise<string> {
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
  const answer = await ask(`${url}/webhooks/lithic/authorization`, {
    method: 'POST',
    body: JSON.parse(body),
    headers: { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` },
  });
  return answer.body.result;
}
