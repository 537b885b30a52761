import styled, { css } from 'styled-components';
import { formatHundredths } from '../../server/domain/basics/foreignMoney.ts';
import { type Cents, formatUsd } from '../../server/domain/basics/money.ts';
import type { BrandTheme } from '../brand/theme.ts';

/** `figure` is the main amount of a page, `heading` a prominent one, `text` one in a sentence or a row. */
type MoneySize = 'figure' | 'heading' | 'text';

/** Sets a large amount in the brand's typeface where its digits have one width. The lining digits are those as tall as capitals. */
const figureLetters = ({ figureFamily, headingFamily }: BrandTheme) => css`
  font-family: ${figureFamily};
  font-variant-numeric: tabular-nums lining-nums;
  font-weight: ${figureFamily === headingFamily ? 600 : 400};
`;

const sizes = {
  figure: css`
    ${({ theme }) => figureLetters(theme)}
    font-size: 2.5rem;
    /* Breaks only where a reader's own spacing leaves no room. */
    overflow-wrap: break-word;
    white-space: normal;
    letter-spacing: -0.02em;
    line-height: 3rem;
  `,
  heading: css`
    ${({ theme }) => figureLetters(theme)}
    /* In a narrow tile as large as ten digits have room for. */
    font-size: min(${({ theme }) => theme.typography.fontSize.xLarge}, 17.5cqi);
    letter-spacing: -0.01em;
    line-height: 2rem;
  `,
  text: css``,
};

const Amount = styled.span<{ $size: MoneySize }>`
  color: ${({ theme }) => theme.colors.secondary70};
  white-space: nowrap;
  ${({ $size }) => sizes[$size]}
`;

const Fraction = styled.span`
  color: ${({ theme }) => theme.colors.secondary60};
`;

interface MoneyProps {
  amount: Cents;
  size?: MoneySize;
  /** The amount's currency, which has hundredths; US dollars when left out. */
  currency?: string | undefined;
}

/** Shows US cents as `$1,234.56`; in the larger sizes the cents are paler than the dollars. */
export function Money({ amount, size = 'text', currency }: MoneyProps) {
  const shown = currency === undefined ? formatUsd(amount) : formatHundredths(amount, currency);
  if (size === 'text') return <Amount $size={size}>{shown}</Amount>;
  const point = shown.includes('.') ? shown.indexOf('.') : shown.length;
  return (
    <Amount $size={size}>
      {shown.slice(0, point)}
      <Fraction>{shown.slice(point)}</Fraction>
    </Amount>
  );
}
