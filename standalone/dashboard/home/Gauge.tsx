import { useId } from 'react';
import styled from 'styled-components';

const Ring = styled.svg`
  display: block;
  flex: none;
  height: 5rem;
  width: 5rem;

  circle {
    fill: none;
    stroke-width: 9;
  }
`;

const Track = styled.circle`
  stroke: ${({ theme }) => theme.colors.secondary20};
`;

const Filled = styled.circle`
  stroke: ${({ theme }) => theme.colors.primary};
  stroke-linecap: round;
  transform: rotate(-90deg);
  transform-origin: 50% 50%;
  transition: stroke-dashoffset 400ms ease-out;
`;

const Figure = styled.text`
  dominant-baseline: central;
  font-size: 1.375rem;
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  text-anchor: middle;
`;

const radius = 42;
const circumference = 2 * Math.PI * radius;

/** A ring filled to a percentage, 0 to 100, with the number in its middle. */
export function Gauge({ label, percentage }: { label: string; percentage: number }) {
  const titleId = useId();
  return (
    <Ring viewBox="0 0 100 100" role="img" aria-labelledby={titleId}>
      <title id={titleId}>{`${label}: ${percentage}%`}</title>
      <Track cx="50" cy="50" r={radius} />
      {percentage > 0 && <Filled cx="50" cy="50" r={radius} strokeDasharray={circumference} strokeDashoffset={circumference * (1 - percentage / 100)} />}
      <Figure x="50" y="51" aria-hidden="true">
        {percentage}%
      </Figure>
    </Ring>
  );
}
