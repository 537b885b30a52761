import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';
import { pageQuery } from './pageQuery.ts';

interface BankSettingsLinkProps {
  section?: 'bank' | 'second-bank';
  children: ReactNode;
}

/** A link to a bank's section of the settings. */
export function BankSettingsLink({ section = 'bank', children }: BankSettingsLinkProps) {
  const { search } = useLocation();
  return <Link to={{ pathname: '/settings', search: pageQuery(addressBarQuery(search)), hash: section }}>{children}</Link>;
}
