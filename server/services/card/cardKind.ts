import type { Card } from '../../db/rows.ts';
import type { CardKind } from '../../domain/card/appearance.ts';

const kinds: Readonly<Record<string, CardKind>> = { SINGLE_USE: 'single_use', MERCHANT_LOCKED: 'merchant_locked' };

/** Returns how a card works by the issuer's type of it. */
export function cardKindOf({ type }: Pick<Card, 'type'>): CardKind {
  return kinds[type] ?? 'standard';
}
