import { randomUUID } from 'node:crypto';

/** Returns the body of the issuer's question about a purchase of one dollar. */
export function question(cardToken: string): string {
  const usd = { amount: 100, currency: 'USD' };
  return JSON.stringify({
    event_type: 'card_authorization.approval_request',
    token: randomUUID(),
    event_token: randomUUID(),
    status: 'AUTHORIZATION',
    created: new Date().toISOString(),
    acquirer_fee: 0,
    amount: 100,
    authorization_amount: 100,
    settled_amount: 0,
    cash_amount: 0,
    cashback: 0,
    cardholder_currency: 'USD',
    merchant_amount: 100,
    merchant_currency: 'USD',
    amounts: { cardholder: { ...usd, conversion_rate: '1.000000' }, hold: usd, merchant: usd, settlement: null },
    card: { token: cardToken, last_four: '4242', state: 'OPEN', type: 'VIRTUAL' },
    merchant: { descriptor: 'FJORD TEXTILES IMPORT', mcc: '5131', city: 'NEW YORK', state: 'NY', country: 'USA', acceptor_id: '333301802529120' },
  });
}
