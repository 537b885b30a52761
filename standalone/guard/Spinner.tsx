import { useEffect, useState } from 'react';
import styled, { keyframes } from 'styled-components';
import { useProgram } from '../brand/program.ts';
import { Hidden } from '../layout/Hidden.ts';

const turn = keyframes`
  to {
    transform: rotate(1turn);
  }
`;

const Middle = styled.main`
  align-items: center;
  color: ${({ theme }) => theme.colors.secondary60};
  display: flex;
  flex-direction: column;
  gap: 1rem;
  justify-content: center;
  min-height: 100vh;
  min-height: 100dvh;
`;

const Ring = styled.div`
  animation: ${turn} 0.9s linear infinite;
  border: 3px solid ${({ theme }) => theme.colors.secondary20};
  border-radius: 50%;
  border-top-color: ${({ theme }) => theme.colors.primary};
  height: 2rem;
  width: 2rem;
`;

const Words = styled.p`
  margin: 0;
  min-height: 1.5rem;
`;

const textDelayMs = 300;

/** Stands in for a page whose data is loading. `children`, the text that says so, appears after a short delay. */
export function Spinner({ children }: { children: string }) {
  const { name } = useProgram();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const waiting = setTimeout(() => setIsLong(true), textDelayMs);
    return () => clearTimeout(waiting);
  }, []);
  return (
    <Middle>
      <Hidden as="h1">{name}</Hidden>
      <Ring aria-hidden="true" />
      <Words role="status">{isLong && children}</Words>
    </Middle>
  );
}
