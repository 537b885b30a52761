import type { ReactNode } from 'react';
import { WayLink } from './WayLink.tsx';

interface BankSettingsLinkProps {
  section?: 'bank' | 'second-bank';
  children: ReactNode;
}

/** A link to a bank's section of the settings. */
export function BankSettingsLink({ section = 'bank', children }: BankSettingsLinkProps) {
  return <WayLink path={`/settings#${section}`}>{children}</WayLink>;
}
