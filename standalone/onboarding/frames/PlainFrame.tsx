import type { ReactNode } from 'react';
import { contentId } from '../../layout/Page.tsx';
import { Column } from './Column.ts';
import { TopBar } from './TopBar.tsx';

/** The column of every frame, with nothing but its content. */
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
