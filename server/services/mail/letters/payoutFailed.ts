import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { formatUsd } from '../../../domain/basics/money.ts';
import { isFailedPayout } from '../../../domain/ledger/ledger.ts';
import type { Deps } from '../../deps.ts';
import { debitedBankName } from '../accountFacts.ts';
import { facts, figure, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that a payout did not reach the merchant's bank. `about` is its id. */
export async function payoutFailedLetter(deps: Deps, { scope, receiver, about }: LetterContext): Promise<Letter | null> {
  const payout = await databaseOf(deps.database, scope).creditPayout.findUnique({ where: { receiver_id_id: { id: about } } });
  if (!payout || !isFailedPayout(payout)) return null;
  const amount = formatUsd(storedCents(payout.amount_cents));
  // Without a transfer nothing has left us.
  const event = payout.transfer_id === null ? 'could not be sent' : 'came back';
  const isOpen = receiver.closing_requested_at === null;
  return {
    subject: `The payout of your credit of ${amount} ${event}`,
    passages: [
      figure('Your credit again', amount),
      facts(['To', await debitedBankName(deps, scope, payout)], ['Why', payout.failure_reason]),
      paragraph(
        `${isOpen ? 'It lowers what you owe next. ' : ''}To have it paid out, look at the bank account on your dashboard, link another one if that one is closed, and ask for the payout again.`,
      ),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
