import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';
import { pageQuery } from './pageQuery.ts';

/** A link to the bank's section of the settings. */
export function BankSettingsLink({ children }: { children: ReactNode }) {
  const { search } = useLocation();
  return <Link to={{ pathname: '/settings', search: pageQuery(addressBarQuery(search)), hash: 'bank' }}>{children}</Link>;
}
