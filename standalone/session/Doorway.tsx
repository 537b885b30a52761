import { H1 } from '@bigcommerce/big-design';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import type { PublicProgram } from '../../server/programs/public.ts';
import { Logo } from '../brand/Logo.tsx';
import { FrameColors } from '../brand/ProgramProvider.tsx';
import { useProgram } from '../brand/program.ts';
import { usePageTitle } from '../brand/usePageTitle.ts';

type DoorLayout = PublicProgram['door'];

/** How each arrangement differs from the plain one, in which the art is a strip above the words. */
const arrangements: Readonly<Record<DoorLayout, ReturnType<typeof css>>> = {
  /** The art fills the other half. */
  beside: css`
    @media (min-width: 900px) {
      grid-template: 1fr / minmax(28rem, 5fr) 6fr;

      > div {
        order: 1;
      }
    }
  `,
  /** The art fills the page, and the words are a panel in its corner. */
  across: css`
    align-content: end;
    grid-template: 1fr / 1fr;

    > * {
      grid-area: 1 / 1;
    }

    > main {
      align-self: end;
      background: ${({ theme }) => theme.palette.canvas};
      border-radius: ${({ theme }) => theme.borderRadius.normal};
      gap: 2rem;
      margin: 12rem 1rem 1rem;
      max-width: 32rem;
    }

    @media (min-width: 900px) {
      > main {
        margin: 3rem;
        padding: 3rem;
      }
    }
  `,
  /** The words alone, in the middle, below a line of the brand's accent: so little of the art would look broken off. */
  alone: css`
    grid-template-rows: 0.5rem 1fr;

    > div {
      background: ${({ theme }) => theme.palette.accent};
    }

    > main {
      justify-items: center;
      text-align: center;
    }
  `,
  /** The words above, the art a wide strip at the foot of the page. */
  below: css`
    grid-template-rows: auto minmax(12rem, 1fr);

    > div {
      background-position: 85% 12%;
      order: 1;
    }

    @media (min-width: 900px) {
      > main {
        padding-bottom: 1.5rem;
      }
    }
  `,
  /** The words on a sheet, with the art around it. */
  around: css`
    grid-template: 1fr / 1fr;

    > * {
      grid-area: 1 / 1;
    }

    > div {
      background-position: right;
    }

    > main {
      align-self: center;
      background: ${({ theme }) => theme.colors.white};
      border-radius: ${({ theme }) => theme.borderRadius.normal};
      box-shadow: 0 0 0 4px ${({ theme }) => theme.colors.white}, 0 0 0 6px ${({ theme }) => theme.palette.accent};
      justify-self: center;
      margin: 2rem 1.5rem;
      max-width: 34rem;
    }

    @media (min-width: 900px) {
      > main {
        padding: 3.5rem 4rem;
      }
    }
  `,
};

const Page = styled.div<{ $layout: DoorLayout }>`
  background: ${({ theme }) => theme.palette.canvas};
  color: ${({ theme }) => theme.colors.secondary70};
  display: grid;
  grid-template-rows: minmax(7rem, 26vh) 1fr;
  min-height: 100vh;
  min-height: 100dvh;
  ${({ $layout }) => arrangements[$layout]}
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

/** The logo, and the brand's promise in the letters of its headings. */
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
