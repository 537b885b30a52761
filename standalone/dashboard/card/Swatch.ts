import styled from 'styled-components';
import type { CardColor } from '../../../server/domain/card/appearance.ts';

/** Middle tones: each is seen on a light and on a dark surface. `brand` is the program's own color. */
const tones: Readonly<Record<Exclude<CardColor, 'brand'>, string>> = {
  slate: '#64748b',
  teal: '#0d9488',
  blue: '#3b82f6',
  violet: '#8b5cf6',
  rose: '#e11d62',
  amber: '#c77700',
  green: '#2e9e4f',
};

/** The color by which a merchant tells a card apart, in the shape of a card. Its name stands beside it. */
export const Swatch = styled.span.attrs({ 'data-color': true, 'aria-hidden': true })<{ $color: CardColor; $isFaint?: boolean }>`
  background: ${({ theme, $color }) => ($color === 'brand' ? theme.colors.primary : tones[$color])};
  border-radius: 0.25rem;
  display: inline-block;
  flex: none;
  height: 1.5rem;
  opacity: ${({ $isFaint = false }) => ($isFaint ? 0.45 : 1)};
  width: 2.375rem;
`;
