import type { CardColor } from '../../server/domain/card/appearance.ts';
import './colorMark.css';

/** The color by which a merchant tells a card apart, in the shape of a card. The card's name stands beside it. */
export function ColorMark({ color }: { color: CardColor }) {
  return <span className="color-mark" data-color={color} aria-hidden="true" />;
}
