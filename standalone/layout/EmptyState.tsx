import type { ReactNode } from 'react';
import { Notice } from './Notice.ts';

interface EmptyStateProps {
  /** What is not there yet: `No repayments yet`. */
  heading: string;
  /** What will appear here, and what makes it appear. */
  children: ReactNode;
  /** The button or link that makes it appear. */
  action?: ReactNode;
}

/** Stands for a list with nothing in it. */
export function EmptyState({ heading, children, action }: EmptyStateProps) {
  return (
    <Notice>
      <h2>{heading}</h2>
      <p>{children}</p>
      {action}
    </Notice>
  );
}
