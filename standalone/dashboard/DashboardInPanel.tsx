import type { ReactNode } from 'react';
import { HelpButton } from '../layout/help/HelpButton.tsx';
import { useHelp } from '../layout/help/useHelp.tsx';
import { PanelFrame } from '../layout/PanelFrame.tsx';
import { useReceiver } from '../session/receiver.ts';
import { DownloadsProvider } from './downloads/DownloadsProvider.tsx';
import { pagesFor } from './pages.tsx';

/** A dashboard page in a store's control panel, which has a sidebar of its own: with the other pages above it. */
export function DashboardInPanel({ search, children }: { search: string; children: ReactNode }) {
  const help = useHelp();
  const pages = pagesFor(useReceiver().receiver).map(({ path, label }) => ({ to: { pathname: path, search }, label }));
  return (
    <DownloadsProvider>
      <PanelFrame pages={pages} help={<HelpButton open={help.open} />}>
        {children}
      </PanelFrame>
      {help.panel}
    </DownloadsProvider>
  );
}
