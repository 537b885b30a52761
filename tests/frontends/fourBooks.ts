import { readConfig } from '../../server/config.ts';
import { readCsv } from '../support/readCsv.ts';
import { sandboxUrl } from './addresses.ts';
import type { ProductProcess } from './productProcess.ts';

// The four books about a merchant (the issuer's, the bank's, our ledger and the files), each summed here independently. All in cents.

const { lithic, plaid } = readConfig({ NODE_ENV: 'test' });

/** Returns `-$1,234.56` or `1234.56` in cents, digit by digit. */
function centsOf(text: string): number {
  const [, sign, dollars = '', cents = ''] = /^(-?)\$?([\d,]+)\.(\d\d)$/.exec(text.trim()) ?? [];
  if (dollars === '') throw new Error(`not an amount: ${text}`);
  return (sign === '-' ? -1 : 1) * Number(dollars.replaceAll(',', '') + cents);
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

async function askIssuer<Body>(path: string): Promise<Body> {
  const answer = await fetch(`${sandboxUrl()}/lithic/v1${path}`, { headers: { authorization: lithic.apiKey } });
  return (await answer.json()) as Body;
}

/** Returns the issuer's sums of a card: settled amounts less refunds, and amounts still held. */
export async function issuerBooks(cardToken: string): Promise<{ settled: number; held: number }> {
  const { data, has_more } = await askIssuer<{
    data: { status: string; settled_amount: number; amounts: { hold: { amount: number } } }[];
    has_more: boolean;
  }>(`/transactions?card_token=${cardToken}&page_size=100`);
  if (has_more) throw new Error('more than one page of transactions');
  return { settled: sumOf(data.map((one) => one.settled_amount)), held: sumOf(data.map(({ amounts }) => 0 - amounts.hold.amount)) };
}

/** Returns what can still be spent on a card by the issuer's own limit, in cents. */
export async function leftAtIssuer(cardToken: string): Promise<number> {
  const { available_spend_limit } = await askIssuer<{ available_spend_limit: { forever?: number } }>(`/cards/${cardToken}/spend_limits`);
  return available_spend_limit.forever ?? 0;
}

/** Returns the tokens of all cards that the issuer has made for the business that has this one. */
export async function cardsOfSameBusiness(cardToken: string): Promise<string[]> {
  const { account_token } = await askIssuer<{ account_token: string }>(`/cards/${cardToken}`);
  const { data } = await askIssuer<{ data: { token: string }[] }>(`/cards?account_token=${account_token}`);
  return data.map(({ token }) => token);
}

export interface BankTransfer {
  id: string;
  status: string;
  amount: string;
  user: { legal_name: string };
}

/** Returns every debit at the bank for a business, newest first. */
export async function transfersOf(legalName: string): Promise<BankTransfer[]> {
  const answer = await fetch(`${sandboxUrl()}/plaid/transfer/list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: plaid.clientId, secret: plaid.secret, count: 25 }),
  });
  const { transfers } = (await answer.json()) as { transfers: BankTransfer[] };
  return transfers.filter(({ user }) => user.legal_name === legalName);
}

/** Returns the bank's sums for a business: debits that stood, and debits that were returned. */
export async function bankBooks(legalName: string): Promise<{ debited: number; returned: number }> {
  const transfers = await transfersOf(legalName);
  const sumIn = (statuses: readonly string[]) => sumOf(transfers.filter(({ status }) => statuses.includes(status)).map(({ amount }) => centsOf(amount)));
  return { debited: sumIn(['posted', 'settled', 'funds_available']), returned: sumIn(['returned', 'failed']) };
}

/** Returns our ledger's balance of each account, summed from every transfer that the operator's command prints. */
export async function ledgerBooks(product: ProductProcess, token: string): Promise<Record<string, number>> {
  const printed = await product.command('ledger:explain', '--receiver', token);
  const sums: Record<string, number> = {};
  for (const line of printed.split('\n')) {
    const [, from, to, amount] = /^\d{4}-\d\d-\d\d \d\d:\d\d\s+\w+\s+(\w+) → (\w+)\s+(\$[\d,.]+)/.exec(line) ?? [];
    if (from === undefined || to === undefined || amount === undefined) continue;
    sums[from] = (sums[from] ?? 0) - centsOf(amount);
    sums[to] = (sums[to] ?? 0) + centsOf(amount);
  }
  return sums;
}

/** Returns the sum of a column of a file, over the lines whose other column has one of the given values. */
export function sumOfColumn(csv: string, column: string, state?: { column: string; oneOf: readonly string[] }): number {
  const lines = readCsv(csv);
  const heading = lines.findIndex((cells) => cells.includes(column));
  const place = (name: string) => lines[heading]?.indexOf(name) ?? -1;
  const rows = lines.slice(heading + 1).filter((cells) => (cells[place(column)] ?? '') !== '');
  return sumOf(rows.filter((cells) => !state || state.oneOf.includes(cells[place(state.column)] ?? '')).map((cells) => centsOf(cells[place(column)] ?? '')));
}
