import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { CardsAnswer } from '../../server/contract/cards.ts';
import type { TeamAnswer } from '../../server/contract/team.ts';
import type { TeamRole } from '../../server/domain/access/teamRoles.ts';
import { type CardControls, noControls } from '../../server/domain/card/controls/controls.ts';
import { eventually } from '../support/eventually.ts';
import { type OnboardedMerchant, press } from './merchants.ts';
import { askAuthProvider } from './people.ts';

export interface AddedCard {
  token: string;
  last_four: string;
}

interface NewCard {
  name: string;
  controls?: Partial<Record<keyof CardControls, unknown>>;
  /** The member of the team who holds it. Default: the owner. */
  holderId?: string | null;
  /** Where its plastic goes; null for a virtual card, which is the default. */
  shippingAddress?: object | null;
}

/** Adds a card by the call that the page makes, and waits where the issuer answers that too late. */
export async function addCard(
  { receiver, call }: OnboardedMerchant,
  { name, controls = {}, holderId = null, shippingAddress = null }: NewCard,
): Promise<AddedCard> {
  const body = {
    name,
    color: 'blue',
    purpose: null,
    holder_id: holderId,
    kind: 'standard',
    is_physical: shippingAddress !== null,
    shipping_address: shippingAddress,
    controls: { ...noControls, ...controls },
  };
  const path = `/api/users/${receiver.token}/cards`;
  const { card } = await call<{ card: AddedCard | null }>(path, { method: 'POST', body });
  return card ?? eventually(`the card ${name}`, async () => (await call<CardsAnswer>(path)).cards.find((one) => one.name === name));
}

/** Makes a purchase at the issuer, which stays pending. */
export const buy = (card: Pick<AddedCard, 'token'>, amount: number, descriptor: string) =>
  press<{ token: string; result: string }>('lithic', 'spend', { card_token: card.token, amount, descriptor, settle: 'no' });

/** Buys again where a busy machine could not decide in time, which declines without our reason. Each such purchase is one more decline of the card. */
export const expectResult = (card: Pick<AddedCard, 'token'>, amount: number, descriptor: string, result: string) =>
  expect.poll(async () => (await buy(card, amount, descriptor)).result).toBe(result);

export const expectApproved = (card: Pick<AddedCard, 'token'>, amount: number, descriptor: string) => expectResult(card, amount, descriptor, 'APPROVED');

/** Has somebody with an account at the authentication provider join a merchant's team. Returns their address and their id in the team. */
export async function addMember({ receiver, call }: OnboardedMerchant, role: TeamRole, name: string): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.com`;
  const body = { email, name, role };
  const { members } = await call<TeamAnswer>(`/api/users/${receiver.token}/team/invitations`, { method: 'POST', body });
  const [first_name, last_name] = name.split(' ');
  await askAuthProvider('/user/', { email, password: 'correct horse battery', email_confirmed: true, first_name, last_name });
  await press('propelauth', 'accept_invitations', { program: 'HEADWAY', email });
  const id = members.find((member) => member.email === email)?.id;
  if (!id) throw new Error(`${email} is not in the team`);
  return { id, email };
}
