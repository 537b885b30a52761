import { type ReactNode, useId } from 'react';
import styled from 'styled-components';

const Box = styled.section`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary20};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-sizing: border-box;
  min-width: 0;
  padding: 1.25rem;

  @media (min-width: 900px) {
    padding: 1.5rem;
  }
`;

const Head = styled.div`
  align-items: baseline;
  display: flex;
  gap: 1rem;
  justify-content: space-between;
  margin-bottom: 0.5rem;
`;

const Title = styled.h2`
  color: ${({ theme }) => theme.colors.secondary60};
  font-size: ${({ theme }) => theme.typography.fontSize.medium};
  font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
  line-height: ${({ theme }) => theme.lineHeight.medium};
  margin: 0;
`;

interface CardProps {
  title: string;
  /** A link or a subtle button at the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of a page; its title is the accessible name of the region. */
export function Card({ title, action, children }: CardProps) {
  const titleId = useId();
  return (
    <Box aria-labelledby={titleId}>
      <Head>
        <Title id={titleId}>{title}</Title>
        {action}
      </Head>
      {children}
    </Box>
  );
}
