import type { Block } from './blocks.ts';
import type { LimitReader } from './limitWords.ts';

/** Says that a block has ended. Apart from the other words about a limit, because no page that opens first needs them. */
const words: Readonly<Record<LimitReader, Readonly<Record<Block, string>>>> = {
  customer: {
    locked: 'Your account is no longer locked',
    fraud: 'The review of your account is over',
    black_listed: 'Your account is open to new purchases again',
    unpaid_draw: 'The repayment that did not go through is no longer owed',
    debits_stopped: 'Debits of your bank account are authorized again',
    shared_identity: 'Our team has checked your EIN and store',
    business_refused: 'The card issuer accepts your business again',
    closing: 'Your account is no longer being closed',
  },
  staff: {
    locked: 'The account is no longer locked',
    fraud: 'The account is no longer marked as fraud',
    black_listed: 'The account is no longer blacklisted',
    unpaid_draw: 'The repayment that did not go through is no longer owed',
    debits_stopped: 'Debits of the bank account are authorized again',
    shared_identity: 'No other account with the same EIN or store is in the way anymore',
    business_refused: 'The card issuer accepts the business again',
    closing: 'The account is no longer being closed',
  },
};

/** Says in words which blocks have ended. */
export function blocksEnded(blocks: readonly Block[], reader: LimitReader): string {
  return blocks.map((block) => words[reader][block]).join('; ');
}
