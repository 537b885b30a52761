import type { ReactNode } from 'react';
import { Notice } from './Notice.ts';

interface EmptyStateProps {
  /** Names what is missing: `No repayments yet`. */
  heading: string;
  /** Says what will appear here, and when. */
  children: ReactNode;
  /** The button or link that makes it appear. */
  action?: ReactNode;
}

/** Stands in for an empty list. */
export function EmptyState({ heading, children, action }: EmptyStateProps) {
  return (
    <Notice>
      <h2>{heading}</h2>
      <p>{children}</p>
      {action}
    </Notice>
  );
}
