import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import styled from 'styled-components';

const Main = styled.main<{ $narrow: boolean }>`
  box-sizing: border-box;
  margin: 0 auto;
  max-width: ${({ $narrow }) => ($narrow ? '42rem' : '72rem')};
  padding: 1.5rem 1rem 4rem;
  width: 100%;

  &:focus {
    outline: none;
  }

  @media (min-width: 900px) {
    padding: 2.5rem 2.5rem 5rem;
  }
`;

const Head = styled.header`
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem 1.5rem;
  justify-content: space-between;
  margin-bottom: 1.25rem;

  @media (min-width: 900px) {
    margin-bottom: 2rem;
  }
`;

const Title = styled.h1`
  font-size: ${({ theme }) => theme.typography.fontSize.xLarge};
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  letter-spacing: -0.01em;
  line-height: 2rem;
  margin: 0;
  overflow-wrap: anywhere;
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  width: 100%;

  /* The gap replaces BigDesign's margins between buttons. */
  .bd-button {
    flex: 1;
    margin: 0;
  }

  @media (min-width: 900px) {
    width: auto;
  }
`;

/** The id of the page's main content, to which the skip link leads. */
export const contentId = 'content';

interface PageProps {
  title: string;
  /** The page's buttons, at most one of them primary. */
  actions?: ReactNode;
  /** For forms and documents: a narrow reading column. */
  narrow?: boolean;
  children: ReactNode;
}

/** Whether a page before this one was left without loading the document again. */
let hasMoved = false;

/** A page: its heading, its buttons, and its content. Takes the focus where the link or button that led here has gone with it. */
export function Page({ title, actions, narrow = false, children }: PageProps) {
  const main = useRef<HTMLElement>(null);
  const move = useNavigationType();
  useEffect(() => {
    hasMoved ||= move !== 'POP';
    if (hasMoved && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [move]);
  return (
    <Main ref={main} id={contentId} tabIndex={-1} $narrow={narrow}>
      <Head>
        <Title>{title}</Title>
        {actions && <Actions>{actions}</Actions>}
      </Head>
      {children}
    </Main>
  );
}
