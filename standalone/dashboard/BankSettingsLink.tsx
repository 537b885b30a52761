import type { ReactNode } from 'react';
import { WayLink } from './WayLink.tsx';

/** A link to the bank's section of the settings. */
export function BankSettingsLink({ children }: { children: ReactNode }) {
  return <WayLink path="/settings#bank">{children}</WayLink>;
}
