import { databaseOf } from '../../../db/databaseOf.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that the cards that we had paused can be used again. `about` is the time. Nothing is sent while none is open. */
export async function cardReopenedLetter({ database }: Deps, { scope }: LetterContext): Promise<Letter | null> {
  const [card, ...others] = await databaseOf(database, scope).card.findMany({ where: { state: 'OPEN' } });
  if (!card) return null;
  const isOne = others.length === 0;
  return {
    subject: isOne ? `Your card ending in ${card.last_four} works again` : 'The cards of your account work again',
    passages: [paragraph(`The hold on your account is over, and we have opened your ${isOne ? 'card' : 'cards'} again. There is nothing to do.`)],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
