import { H1 } from '@bigcommerce/big-design';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Logo } from '../brand/Logo.tsx';
import { FrameColors } from '../brand/ProgramProvider.tsx';
import { useProgram } from '../brand/program.ts';
import { usePageTitle } from '../brand/usePageTitle.ts';
import { type DoorLayout, doorLayouts } from './doorLayouts.ts';

const Page = styled.div<{ $layout: DoorLayout }>`
  background: ${({ theme }) => theme.palette.canvas};
  color: ${({ theme }) => theme.colors.secondary70};
  display: grid;
  grid-template-rows: minmax(7rem, 26vh) 1fr;
  min-height: 100vh;
  min-height: 100dvh;
  ${({ $layout }) => doorLayouts[$layout]}
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

/** The logo, and the brand's promise in the typeface of its headings. */
const Name = styled.div`
  display: grid;
  gap: 0.75rem;
  justify-items: inherit;

  img {
    height: 2.25rem;
  }

  p {
    color: ${({ theme }) => theme.colors.primary};
    font-family: ${({ theme }) => theme.headingFamily};
    font-size: ${({ theme }) => theme.typography.fontSize.large};
    font-weight: 600;
    margin: 0;
  }
`;

const Message = styled.div`
  align-self: center;
  max-width: 24rem;
  padding: 2rem 0;

  h1 {
    color: inherit;
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

/** The art of the brand's card, as decoration. */
const Poster = styled.div<{ $art: string }>`
  background: url('${({ $art }) => $art}') center / cover no-repeat;
`;

interface DoorwayProps {
  heading: string;
  /** The explanation, as one or more `Text`. */
  children: ReactNode;
  /** The buttons, at most one of them primary. */
  action: ReactNode;
}

/** The page of a visitor without a session: the brand in its own arrangement and colors, a message, and a button. */
export function Doorway({ heading, children, action }: DoorwayProps) {
  const { card, door, support_email, voice } = useProgram();
  usePageTitle(false);
  return (
    <FrameColors>
      <Page $layout={door}>
        <Poster $art={card.art} aria-hidden="true" />
        <Words>
          <Name>
            <Logo />
            <p>{voice.promise}</p>
          </Name>
          <Message>
            <H1>{heading}</H1>
            {children}
            {action}
          </Message>
          <Support>
            Trouble signing in? <a href={`mailto:${support_email}`}>{support_email}</a>
          </Support>
        </Words>
      </Page>
    </FrameColors>
  );
}
