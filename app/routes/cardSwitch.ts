import type { ActionFunctionArgs } from '@remix-run/node';
import type { patchCard, putCardHold } from '../../server/contract/card.ts';
import { merchantOf } from '../merchant.server.ts';
import { type SaveResult, saveResultOf } from '../saveResult.ts';
import { sentForm } from '../sentForm.server.ts';

/** Pauses or reopens a card, or releases the hold on it, for every page that shows one: a page's own action would first load that page. */
export async function action(visit: ActionFunctionArgs): Promise<SaveResult> {
  const form = await sentForm(visit.request);
  const merchant = await merchantOf(visit);
  if (form.get('hold') === 'release') {
    const released = await merchant.attempt<typeof putCardHold>('PUT /api/lithic_card/hold', { body: { token: String(form.get('card')), is_on_hold: false } });
    return saveResultOf(released);
  }
  const body = { token: String(form.get('card')), state: form.get('state') === 'OPEN' ? ('OPEN' as const) : ('PAUSED' as const) };
  const changed = await merchant.attempt<typeof patchCard>('PATCH /api/lithic_card', { body });
  return saveResultOf(changed);
}
