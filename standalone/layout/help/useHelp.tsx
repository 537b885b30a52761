import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isStaff } from '../../../server/domain/access/access.ts';
import { useReceiver } from '../../session/receiver.ts';

const HelpPanel = lazy(() => import('./HelpPanel.tsx').then((file) => ({ default: file.HelpPanel })));

interface Help {
  /** Opens the panel; null for staff, who answer and do not ask. */
  open: (() => void) | null;
  /** The panel while it is open, to be rendered anywhere. */
  panel: ReactNode;
}

/** Returns the help of every page after sign-in. Its panel is loaded when it is first opened. */
export function useHelp(): Help {
  const { loggedInReceiver } = useReceiver();
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: isStaff(loggedInReceiver) ? null : () => setIsOpen(true),
    panel: isOpen && (
      <Suspense>
        <HelpPanel onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
}
