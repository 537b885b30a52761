import { Button } from '@bigcommerce/big-design';
import { CloseIcon } from '@bigcommerce/big-design-icons';
import type { ReactNode } from 'react';
import styled from 'styled-components';

const Box = styled.section<{ $tone: Tone }>`
  align-items: start;
  background: ${({ theme, $tone }) => theme.colors[`${$tone}20`]};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  display: grid;
  gap: 0.25rem 0.75rem;
  grid-template-columns: auto minmax(0, 1fr) auto;
  margin-bottom: 1rem;
  padding: 0.75rem 0.5rem 0.75rem 1rem;

  p {
    margin: 0;
    text-wrap: pretty;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }

  @media (min-width: 900px) {
    align-items: center;
    grid-template-columns: auto 1fr auto auto;
  }
`;

const Remedy = styled.div`
  grid-column: 2 / -1;
  grid-row: 2;

  &:empty {
    display: none;
  }

  /* The usual color of links is too faint on those of the tones. */
  a {
    color: inherit;
  }

  @media (min-width: 900px) {
    grid-column: 3;
    grid-row: 1;
  }
`;

type Tone = 'danger' | 'warning' | 'success';

interface StripProps {
  tone: Tone;
  /** The region's accessible name. */
  label: string;
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
  /** The button that fixes it. */
  children?: ReactNode;
  onDismiss?: () => void;
}

/** An urgent message, above everything else on the page. */
export function Strip({ tone, label, icon, title, text, children, onDismiss }: StripProps) {
  return (
    <Box role="status" aria-label={label} $tone={tone}>
      {icon}
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        <p>{text}</p>
      </div>
      {children && <Remedy>{children}</Remedy>}
      {onDismiss && <Button variant="subtle" iconOnly={<CloseIcon title="Dismiss" />} onClick={onDismiss} />}
    </Box>
  );
}
