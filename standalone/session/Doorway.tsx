import { H1 } from '@bigcommerce/big-design';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Logo } from '../brand/Logo.tsx';
import { useProgram } from '../brand/program.ts';
import { usePageTitle } from '../brand/usePageTitle.ts';

const Halves = styled.div`
  background: ${({ theme }) => theme.colors.white};
  display: grid;
  grid-template-rows: minmax(7rem, 26vh) 1fr;
  min-height: 100vh;
  min-height: 100dvh;

  @media (min-width: 900px) {
    grid-template: 1fr / minmax(28rem, 5fr) 4fr;
  }
`;

const Words = styled.main`
  box-sizing: border-box;
  display: grid;
  grid-template-rows: auto 1fr auto;
  padding: 1.5rem;

  @media (min-width: 900px) {
    padding: 3rem clamp(3rem, 7vw, 7rem);
  }
`;

const Message = styled.div`
  align-self: center;
  max-width: 24rem;
  padding: 3rem 0;

  h1 {
    letter-spacing: -0.01em;
    margin-bottom: 0.75rem;
    text-wrap: balance;
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin-bottom: 2rem;
    text-wrap: balance;
  }
`;

const Support = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  margin: 0;

  a {
    color: ${({ theme }) => theme.colors.primary};
  }
`;

/** The favicon enlarged until only its mark is seen, as decoration. */
const Poster = styled.div<{ $colour: string; $mark: string }>`
  background: ${({ $colour, $mark }) => `${$colour} url("${$mark}") center / auto 100% no-repeat`};

  @media (min-width: 900px) {
    background-size: min(34rem, 90%);
    order: 1;
  }
`;

interface DoorwayProps {
  heading: string;
  /** The explanation, as one or more `Text`. */
  children: ReactNode;
  /** The buttons, at most one of them primary. */
  action: ReactNode;
}

/** The page of a visitor without a session: the brand, a message, and a button. */
export function Doorway({ heading, children, action }: DoorwayProps) {
  const program = useProgram();
  usePageTitle(false);
  return (
    <Halves>
      <Poster $colour={program.colours.light.primary} $mark={program.logo.favicon} aria-hidden="true" />
      <Words>
        <Logo />
        <Message>
          <H1>{heading}</H1>
          {children}
          {action}
        </Message>
        <Support>
          Trouble signing in? <a href={`mailto:${program.support_email}`}>{program.support_email}</a>
        </Support>
      </Words>
    </Halves>
  );
}
