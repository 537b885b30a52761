import type { ReactNode } from 'react';
import styled from 'styled-components';
import { headingOf, type SectionId, sections } from './sections.ts';

const Box = styled.section`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary20};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  box-sizing: border-box;
  min-width: 0;
  padding: 1.25rem;

  /* The frame's bar covers the top of a phone's screen. */
  scroll-margin-top: 5rem;

  @media (min-width: 900px) {
    padding: 1.5rem;
    scroll-margin-top: 2rem;
  }

  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 1.5rem 0 0.5rem;

    /* As the section itself. */
    scroll-margin-top: 5rem;
  }

  h3:focus:not(:focus-visible) {
    outline: none;
  }

  > :last-child {
    margin-bottom: 0;
  }
`;

const Heading = styled.h2`
  font-size: ${({ theme }) => theme.typography.fontSize.large};
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  line-height: ${({ theme }) => theme.lineHeight.large};
  margin: 0 0 0.75rem;

  /* Focused by an address that names the section, not by the keyboard. */
  &:focus:not(:focus-visible) {
    outline: none;
  }
`;

/** The sentence that opens a section. */
export const Lead = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0 0 1.25rem;
  text-wrap: pretty;

  a {
    color: ${({ theme }) => theme.colors.primary};
  }
`;

/** Facts of a section: terms and their values. */
export const Facts = styled.dl`
  display: grid;
  gap: 0.25rem 1.5rem;
  margin: 0 0 1.25rem;

  dt {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  dd {
    margin: 0 0 0.75rem;
    overflow-wrap: anywhere;
  }

  @media (min-width: 600px) {
    grid-template-columns: 11rem minmax(0, 1fr);

    dd {
      margin-bottom: 0.25rem;
    }
  }
`;

/** A section of the settings. Its heading takes the focus when the address names the section. */
export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const title = sections.find((section) => section.id === id)?.title;
  return (
    <Box id={id} aria-labelledby={headingOf(id)}>
      <Heading id={headingOf(id)} tabIndex={-1}>
        {title}
      </Heading>
      {children}
    </Box>
  );
}
