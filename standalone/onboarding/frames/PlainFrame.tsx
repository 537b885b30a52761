import type { ReactNode } from 'react';
import { contentId } from '../../layout/Page.tsx';
import { Column } from './Column.ts';
import { TopBar } from './TopBar.tsx';

/** The top bar and one column of content, common to all frames. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <TopBar />
      <Column id={contentId} tabIndex={-1}>
        {children}
      </Column>
    </>
  );
}
