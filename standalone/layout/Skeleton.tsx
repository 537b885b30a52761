import styled, { keyframes } from 'styled-components';
import { Hidden } from './Hidden.ts';

const breathe = keyframes`
  50% {
    opacity: 0.45;
  }
`;

const Breathing = styled.div`
  animation: ${breathe} 1.6s ease-in-out infinite;
`;

/** Bars as high as lower-case letters, one in the middle of each line; the last line ends early, as text does. */
const Text = styled.div<{ $lines: number }>`
  background: repeating-linear-gradient(
    transparent 0 0.4rem,
    ${({ theme }) => theme.colors.secondary20} 0.4rem 1.1rem,
    transparent 1.1rem 1.5rem
  );
  clip-path: polygon(0 0, 100% 0, 100% calc(100% - 1.5rem), 60% calc(100% - 1.5rem), 60% 100%, 0 100%);
  height: ${({ $lines }) => $lines * 1.5}rem;
`;

interface SkeletonProps {
  /** Says to screen readers what is loading: `Loading your transactions`. */
  label: string;
  /** The number of lines of text to come. */
  lines: number;
}

/** Holds the place of loading content, at about its size, so that nothing moves when it arrives. */
export function Skeleton({ label, lines }: SkeletonProps) {
  return (
    <div role="status">
      <Hidden>{label}</Hidden>
      <Breathing>
        <Text $lines={lines} />
      </Breathing>
    </div>
  );
}
