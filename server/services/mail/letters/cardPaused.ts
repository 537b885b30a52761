import { databaseOf } from '../../../db/databaseOf.ts';
import { blockLabels, blocksOf } from '../../../domain/spendingPower/spendingPower.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/**
 * Tells that we paused a card because the account is held. `about` is the card's token and the time. Nothing is sent
 * once the hold is over, nor when a failed repayment or the end of the debit authorization is the only reason: the letter
 * about that already says so.
 */
export async function cardPausedLetter({ database }: Deps, { receiver, program, scope, about }: LetterContext): Promise<Letter | null> {
  const [token = ''] = about.split(' ');
  const card = await databaseOf(database, scope).card.findUnique({ where: { receiver_id_token: { token } } });
  const blocks = blocksOf({ ...receiver, has_unpaid_draw: false, are_debits_stopped: false, has_flagged_identity: false });
  if (!card?.is_held || blocks.length === 0) return null;
  return {
    subject: `We paused your card ending in ${card.last_four}`,
    passages: [
      paragraph(`${blockLabels(blocks)}. Until that is settled the card cannot be used, and purchases with it are declined.`),
      paragraph(
        `While the account is stopped, nothing is drawn from your bank. What you owe stays due on its dates, and you can pay it on your dashboard. Write to ${program.supportEmail} to ask what is needed.`,
      ),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
