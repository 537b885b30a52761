import { databaseOf } from '../../../db/databaseOf.ts';
import { isFrozen } from '../../../domain/access/access.ts';
import { type Block, blockLabels, blocksOf } from '../../../domain/spendingPower/spendingPower.ts';
import type { Deps } from '../../deps.ts';
import { blockFacts, readAccount } from '../../ledger/account.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** The blocks that have a letter of their own. */
const toldElsewhere: ReadonlySet<Block> = new Set(['unpaid_draw', 'debits_stopped', 'closing']);

const stoppedDraws =
  'While the account is stopped, nothing is drawn from your bank. What you owe stays due on its dates, and you can pay it on your dashboard.';

/**
 * Tells that we paused a card because the account is held. `about` is the card's token and the time. Nothing is sent
 * once the hold is over, nor when a failed repayment, the end of the debit authorization or the closing of the account is
 * the only reason: the letter about that already says so.
 */
export async function cardPausedLetter(deps: Deps, { receiver, program, scope, about }: LetterContext): Promise<Letter | null> {
  const [token = ''] = about.split(' ');
  const card = await databaseOf(deps.database, scope).card.findUnique({ where: { receiver_id_token: { token } } });
  const account = await readAccount(deps, deps.database, scope, receiver);
  const blocks = blocksOf(blockFacts(receiver, account)).filter((block) => !toldElsewhere.has(block));
  if (!card?.is_held || blocks.length === 0) return null;
  return {
    subject: `We paused your card ending in ${card.last_four}`,
    passages: [
      paragraph(`${blockLabels(blocks)}. Until that is settled the card cannot be used, and purchases with it are declined.`),
      paragraph(`${isFrozen(receiver) ? stoppedDraws : 'What you owe is drawn on its dates as ever.'} Write to ${program.supportEmail} to ask what is needed.`),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
