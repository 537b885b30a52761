import { databaseOf } from '../../../db/databaseOf.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

const statusLetters: Readonly<Record<string, { subject: string; text: string }>> = {
  needs_update: { subject: 'Please sign in to your store again', text: 'asks you to sign in again' },
  disabled: { subject: 'Your store is no longer connected', text: 'is no longer connected' },
};

/** Reports a change of the connected store. `about` is the link, its new state and the day; nothing is sent once the state is fixed. */
export async function storeStatusLetter({ database }: Deps, { scope, about }: LetterContext): Promise<Letter | null> {
  const [linkId = '', word = ''] = about.split(':');
  const link = await databaseOf(database, scope).commerceLink.findUnique({ where: { receiver_id_id: { id: linkId } } });
  const letter = statusLetters[word];
  const isStillSo = link?.unlinked_at === null && (word === 'disabled' ? link.is_disabled : link.needs_update);
  if (!letter || !link || !isStillSo) return null;
  return {
    subject: letter.subject,
    passages: [
      paragraph(
        `${link.store_name ?? 'Your store'} ${letter.text}. Your spending power follows your sales: without them it falls, step by step. Connect the store again to keep it up.`,
      ),
    ],
    action: { label: 'Connect your store', path: '/settings#stores' },
  };
}
