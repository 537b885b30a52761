import Lithic from 'lithic';
import { openSandbox } from './openSandbox.ts';

export type IssuedCard = Lithic.Card & { pan: string };

export interface LithicSandbox {
  lithic: Lithic;
  press(button: string, fields: Record<string, unknown>): Promise<{ status: number; body: { message?: string; result?: unknown } }>;
  /** Makes a card, of a new business unless an account is given. */
  card(more?: Partial<Lithic.CardCreateParams>): Promise<IssuedCard>;
  /** Asks for cents at a merchant as the network does. */
  authorize(pan: string, amount: number, more?: Partial<Lithic.TransactionSimulateAuthorizationParams>): Promise<Lithic.Transaction>;
  advanceDays(days: number): Promise<void>;
  stop(): Promise<void>;
}

const address = { address1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97205', country: 'USA' };
const business: Lithic.AccountHolderCreateParams.KYB = {
  workflow: 'KYB_BASIC',
  tos_timestamp: '2026-11-21T10:00:00Z',
  nature_of_business: 'Sells goods',
  business_entity: { legal_business_name: 'Acme Goods LLC', government_id: '12-3456789', phone_numbers: ['+15035550123'], address },
  control_person: { first_name: 'Ada', last_name: 'Alvarez', dob: '1980-02-01T00:00:00Z', email: 'ada@acme.test', government_id: '123-45-6789', address },
  beneficial_owner_individuals: [],
};

/** Opens the sandbox for tests of the issuer, spoken to by its SDK and without quotas. */
export async function openLithicSandbox(productUrl: string): Promise<LithicSandbox> {
  const sandbox = await openSandbox(productUrl);
  const lithic = new Lithic({ apiKey: sandbox.config.lithic.apiKey, baseURL: `${sandbox.url}/lithic`, maxRetries: 0 });
  await sandbox.press('lithic', 'quotas', { percent: 0 });
  await sandbox.press('lithic', 'clearing_days', { days: 0 });
  return {
    lithic,
    press: (button, fields) => sandbox.press('lithic', button, fields),
    async card(more = {}) {
      const account_token = more.account_token ?? (await lithic.accountHolders.create(business)).account_token;
      const made = await lithic.cards.create({ type: 'VIRTUAL', account_token, ...more });
      return { ...made, pan: made.pan ?? '' };
    },
    async authorize(pan, amount, more = {}) {
      const { token = '' } = await lithic.transactions.simulateAuthorization({ pan, amount, descriptor: 'OAKLINE WHOLESALE', ...more });
      return lithic.transactions.retrieve(token);
    },
    async advanceDays(days) {
      const body = JSON.stringify({ days });
      const answer = await fetch(`${sandbox.url}/control/clock/advance`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      if (!answer.ok) throw new Error(await answer.text());
    },
    stop: () => sandbox.stop(),
  };
}
