import type { CardColor, CardKind } from '../../../domain/card/appearance.ts';
import type { ShippingAddress } from '../../../domain/card/cardIssueForm.ts';
import type { CardControls } from '../../../domain/card/controls/controls.ts';

/** A further card as it is asked for. */
export interface NewCard {
  name: string;
  color: CardColor;
  purpose: string | null;
  /** A member of the team; null for the owner. */
  holder_id: string | null;
  kind: CardKind;
  is_physical: boolean;
  shipping_address: ShippingAddress | null;
  controls: CardControls | null;
  /** The cardholder's request that it grants. */
  request_id?: string;
}
