import styled from 'styled-components';
import { formatUsd } from '../../server/domain/basics/money.ts';
import type { ChartPoint } from './readPoints.ts';

const narrow = 160;
/** The width of a tooltip with sentences. */
const wide = 232;
const distance = 10;

const Box = styled.div`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary40};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-sizing: border-box;
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  line-height: 1.25rem;
  padding: 0.375rem 0.625rem;
  pointer-events: none;
  position: absolute;
  top: 0;
  z-index: 1;

  p {
    display: flex;
    gap: 0.75rem;
    justify-content: space-between;
    margin: 0;
  }

  small {
    display: block;
    font-size: inherit;
    margin-top: 0.25rem;
  }
`;

interface TooltipProps {
  point: ChartPoint;
  /** The point's x, in pixels. */
  at: number;
  /** The chart's width, in pixels. */
  width: number;
}

/** The amounts of a point beside it. Those who do not see it have them in the chart's own value. */
export function Tooltip({ point: { name, amounts, notes = [] }, at, width }: TooltipProps) {
  const own = notes.length === 0 ? narrow : wide;
  return (
    <Box aria-hidden="true" style={{ left: leftEdge(at, width, own), width: own }}>
      <strong>{name}</strong>
      {amounts.map((one) => (
        <p key={one.name}>
          <span>{one.name}</span>
          <span>{formatUsd(one.amount)}</span>
        </p>
      ))}
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </Box>
  );
}

/** Returns the left edge of a tooltip: on the side of its point with more space, so that it hides the point's mark as little as it can, and within the chart. */
function leftEdge(at: number, width: number, own: number): number {
  const beside = at < width / 2 ? at + distance : at - distance - own;
  return Math.min(Math.max(0, beside), Math.max(0, width - own));
}
