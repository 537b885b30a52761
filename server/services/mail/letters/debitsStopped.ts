import { databaseOf } from '../../../db/databaseOf.ts';
import { formatUsd, larger, noMoney } from '../../../domain/basics/money.ts';
import { accountName } from '../../bank/bankLink.ts';
import type { Deps } from '../../deps.ts';
import { readAccountFacts } from '../accountFacts.ts';
import { facts, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

const endedByMerchant = 'You ended your authorization to debit your bank account.';
const sentBack = 'Your bank sent a debit back as not authorized, so we have stopped all debits of this account.';

/** Tells that debits were stopped, and what follows. `about` is the id of the authorization; nothing is sent once debits are authorized again. */
export async function debitsStoppedLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const own = databaseOf(deps.database, context.scope);
  const ended = await own.debitAuthorization.findUnique({ where: { receiver_id_id: { id: context.about } } });
  const { account } = await readAccountFacts(deps, context);
  if (!ended || !account.areDebitsStopped) return null;
  const link = await own.bankLink.findUnique({ where: { receiver_id_id: { id: ended.bank_link_id } } });
  return {
    subject: 'Your bank account is no longer debited, and your card is paused',
    passages: [
      paragraph(ended.ended_reason === 'revoked_by_merchant' ? endedByMerchant : sentBack),
      facts(['Account', link && accountName(link)], ['Outstanding now', formatUsd(larger(noMoney, account.outstanding))]),
      paragraph('What you owe stays owed and is due on its dates. A debit that is already with your bank still runs.'),
      paragraph('Authorize debits again on your dashboard, for this account or another one, and your card opens again by itself.'),
    ],
    action: { label: 'Authorize debits', path: '/settings#bank' },
  };
}
