import { type ReactNode, useId } from 'react';
import styled from 'styled-components';

const Box = styled.section<{ $area: string }>`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary20};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-sizing: border-box;
  container-type: inline-size;
  display: flex;
  flex-direction: column;
  grid-area: ${({ $area }) => $area};
  min-width: 0;
  padding: 1rem;

  @media (min-width: 900px) {
    padding: 1.25rem 1.5rem;
  }
`;

const Title = styled.h2`
  color: ${({ theme }) => theme.colors.secondary60};
  font-size: ${({ theme }) => theme.typography.fontSize.medium};
  font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
  line-height: ${({ theme }) => theme.lineHeight.medium};
  margin: 0 0 0.25rem;
`;

/** A line of text below a figure. */
export const Line = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  line-height: 1.25rem;
  margin: 0.25rem 0 0;

  time {
    white-space: nowrap;
  }

  @media (min-width: 600px) {
    font-size: inherit;
    line-height: inherit;
  }
`;

/** Text in the place of a figure. */
export const FigureText = styled.p`
  font-size: ${({ theme }) => theme.typography.fontSize.xLarge};
  line-height: 2rem;
  margin: 0;
`;

/** One of the four figures of the home page. `area` names its place in the grid of tiles. */
export function Tile({ title, area, children }: { title: string; area: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Box $area={area} aria-labelledby={titleId}>
      <Title id={titleId}>{title}</Title>
      {children}
    </Box>
  );
}
