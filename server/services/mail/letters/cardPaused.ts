import { databaseOf } from '../../../db/databaseOf.ts';
import { isFrozen } from '../../../domain/access/access.ts';
import { type Block, blockLabels, blocksOf } from '../../../domain/spendingPower/blocks.ts';
import type { Deps } from '../../deps.ts';
import { blockFacts, readAccount } from '../../ledger/account.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** The blocks that have a letter of their own. */
const toldElsewhere: ReadonlySet<Block> = new Set(['unpaid_draw', 'debits_stopped', 'business_refused', 'closing']);

const stoppedDraws =
  'While the account is stopped, nothing is drawn from your bank. What you owe stays due on its dates, and you can pay it on your dashboard.';

/**
 * Tells that we paused the cards of an account because it is held. `about` is the time. Nothing is sent once the hold is over, nor
 * when a failed repayment, the end of the debit authorization, the issuer's refusal of the business or the closing of the account is
 * the only reason: the letter about that already says so.
 */
export async function cardPausedLetter(deps: Deps, { receiver, program, scope }: LetterContext): Promise<Letter | null> {
  const [card, ...others] = await databaseOf(deps.database, scope).card.findMany({ where: { is_held: true, state: { not: 'CLOSED' } } });
  const account = await readAccount(deps, deps.database, scope, receiver);
  const blocks = blocksOf(blockFacts(receiver, account)).filter((block) => !toldElsewhere.has(block));
  if (!card || blocks.length === 0) return null;
  const isOne = others.length === 0;
  const meanwhile = isOne ? 'the card cannot be used, and purchases with it are declined' : 'none of them can be used, and purchases are declined';
  return {
    subject: isOne ? `We paused your card ending in ${card.last_four}` : 'We paused the cards of your account',
    passages: [
      paragraph(`${blockLabels(blocks)}. Until that is settled ${meanwhile}.`),
      paragraph(`${isFrozen(receiver) ? stoppedDraws : 'What you owe is drawn on its dates as ever.'} Write to ${program.supportEmail} to ask what is needed.`),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
