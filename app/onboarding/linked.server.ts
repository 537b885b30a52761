import type { getCommerce } from '../../server/contract/commerce.ts';
import type { DebitAuthorizationAnswer } from '../../server/contract/debitAuthorization.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { getSpendingPower } from '../../server/contract/spendingPower.ts';
import { type LimitOutlook, limitEstimate, limitOutlook } from '../../server/domain/onboarding/limitEstimate.ts';
import type { OnboardingStep } from '../../server/domain/onboarding/onboarding.ts';
import { connectedStoreWords, linkedBankWords } from '../../server/domain/onboarding/stepTexts.ts';
import type { Merchant } from '../merchant.server.ts';

/** The links made by earlier steps, and what follows from them. */
export interface Linked {
  /** Names each, for the reader. */
  notes: string[];
  /** The limit to come, and how far the store has been read. */
  outlook: LimitOutlook | null;
  /** Whether the outlook will be another soon, by itself. */
  isOutlookChanging: boolean;
}

export const nothingLinked: Linked = { notes: [], outlook: null, isOutlookChanging: false };

interface AtStep {
  receiver: ReceiverAnswer;
  screen: OnboardingStep | 'FINISHED';
  authorization: DebitAuthorizationAnswer;
}

/** Reads what the steps before the shown one have linked. A shop connects its sales by itself, so the card step names the bank too. */
export async function readLinked(merchant: Merchant, { receiver: { token, store_reading }, screen, authorization: { account } }: AtStep): Promise<Linked> {
  const bank = account && linkedBankWords({ ...account, name: account.account_name });
  if (screen === 'ACCOUNTING_CONNECTION') return { ...nothingLinked, notes: known(bank) };
  const store = await merchant.ask<typeof getCommerce>('GET /api/users/:token/commerce', { params: { token } });
  const { total_cents, taken_at } = await merchant.ask<typeof getSpendingPower>('GET /api/users/:token/spending_power', { params: { token } });
  const estimate = limitEstimate({ ...store, total_cents, taken_at });
  return {
    notes: screen === 'CARD_ISSUE' ? known(bank, connectedStoreWords(store)) : [],
    outlook: limitOutlook(store, estimate, store_reading),
    isOutlookChanging: estimate.state === 'being_read' || store.sync_state === 'failed',
  };
}

const known = (...notes: (string | null)[]): string[] => notes.filter((note) => note !== null);
