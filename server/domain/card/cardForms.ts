import type { FieldProblem } from '../forms/address.ts';
import type { CardColor } from './appearance.ts';
import { readLimit } from './controls/controlsForm.ts';

/** The rules of both frontends for the forms of a card: what it is called and who holds it, and what a cardholder asks for. */

export interface CardIdentity {
  name: string;
  color: CardColor;
  /** Empty for none. */
  purpose: string;
  /** The id of a member of the team; empty for the owner. */
  holder_id: string;
}

/** The mistakes of a card without a name, and of a request without a reason. */
export const nameMissing = 'Give the card a name.';
export const noteMissing = 'Say what the card is for.';

export const newCardIdentity: CardIdentity = { name: '', color: 'brand', purpose: '', holder_id: '' };

export function cardIdentityProblems({ name }: CardIdentity): FieldProblem[] {
  return name.trim() === '' ? [{ path: 'name', message: nameMissing }] : [];
}

/** Returns the identity as it is sent. */
export function cardIdentityBody({ name, color, purpose, holder_id }: CardIdentity) {
  return { name: name.trim(), color, purpose: purpose.trim() || null, holder_id: holder_id || null };
}

interface Member {
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string;
  readonly is_you: boolean;
}

/** Returns who can hold a card, the owner among them under an empty id. */
export function holderChoices(members: readonly Member[]): { value: string; label: string }[] {
  return members.map(({ id, name, email, is_you }) => ({ value: id ?? '', label: `${name ?? email}${is_you ? ' (you)' : ''}` }));
}

/** A cardholder's request, as typed. */
export interface CardWish {
  note: string;
  /** How much a month; empty for no amount. */
  amount_cents: string;
}

export const cardWishLabels = { note: 'What is it for?', amount: 'How much a month (optional)' } as const;

export function cardWishProblems({ note, amount_cents }: CardWish): FieldProblem[] {
  return [
    ...(note.trim() === '' ? [{ path: 'note', message: noteMissing }] : []),
    ...(amount_cents.trim() !== '' && readLimit(amount_cents) === null ? [{ path: 'amount_cents', message: 'Enter an amount such as 200.00.' }] : []),
  ];
}

/** Returns the wish as it is sent. */
export function cardWishBody({ note, amount_cents }: CardWish) {
  return { kind: 'card' as const, note: note.trim(), amount_cents: readLimit(amount_cents) };
}
