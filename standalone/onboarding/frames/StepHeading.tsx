import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import styled from 'styled-components';

/** The heading level of a step: 1 when it is the whole page, 2 in the checklist. */
export const StepLevel = createContext<1 | 2>(1);

/** Returns the tag of a heading within a step. */
export function useHeadingBelowStep(): 'h2' | 'h3' {
  return useContext(StepLevel) === 1 ? 'h2' : 'h3';
}

const Head = styled.header`
  margin-bottom: 1.75rem;

  h1,
  h2 {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    letter-spacing: -0.015em;
    margin: 0;
    overflow-wrap: anywhere;

    &:focus {
      outline: none;
    }
  }

  h1 {
    font-size: 1.75rem;
    line-height: 2.25rem;
  }

  h2 {
    font-size: 1.25rem;
    line-height: 1.75rem;
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0.5rem 0 0;
    text-wrap: pretty;
  }

  @media print {
    p {
      display: none;
    }
  }
`;

/** The heading of the previous step, so that the next heading takes focus. Undefined until a step was shown. */
let lastHeading: string | undefined;

interface StepHeadingProps {
  children: string;
  /** The purpose of the step, in one or two sentences. */
  lead?: ReactNode;
}

/** The heading of a step. When it replaces another step's, it takes focus, so that screen readers announce it. */
export function StepHeading({ children, lead }: StepHeadingProps) {
  const level = useContext(StepLevel);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (lastHeading !== undefined && lastHeading !== children) {
      heading.current?.focus({ preventScroll: true });
      if (level === 1) window.scrollTo({ top: 0 });
      else heading.current?.scrollIntoView({ block: 'center' });
    }
    lastHeading = children;
  }, [children, level]);
  const Tag = level === 1 ? 'h1' : 'h2';
  return (
    <Head>
      <Tag ref={heading} tabIndex={-1}>
        {children}
      </Tag>
      {lead && <p>{lead}</p>}
    </Head>
  );
}
