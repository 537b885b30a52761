import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { formatUsd } from '../../../domain/basics/money.ts';
import { isFailedPayout } from '../../../domain/ledger/ledger.ts';
import type { Deps } from '../../deps.ts';
import { debitedBankName } from '../accountFacts.ts';
import { facts, figure, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that a credit is on its way to the merchant's bank. `about` is the id of the payout; nothing is sent of one that has come back by then. */
export async function payoutSentLetter(deps: Deps, { scope, about }: LetterContext): Promise<Letter | null> {
  const payout = await databaseOf(deps.database, scope).creditPayout.findUnique({ where: { receiver_id_id: { id: about } } });
  if (!payout?.transfer_id || isFailedPayout(payout)) return null;
  const amount = formatUsd(storedCents(payout.amount_cents));
  const isClosing = payout.cause === 'closing';
  return {
    subject: `Your credit of ${amount} is on its way to your bank`,
    passages: [
      figure('Credit paid out', amount),
      facts(['To', await debitedBankName(deps, scope, payout)]),
      ...(isClosing ? [paragraph('Your account is being closed, so what you have left with us is paid to your bank.')] : []),
      paragraph('It takes a few banking days to arrive. There is nothing to do.'),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
