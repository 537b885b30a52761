import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';
import { pageQuery } from './pageQuery.ts';

interface WayLinkProps {
  path: string;
  /** Called with the press, before the page is opened. */
  onClick?: () => void;
  children: ReactNode;
}

/** A link to a page of the dashboard or a part of it, such as `/settings#bank`. */
export function WayLink({ path, onClick, children }: WayLinkProps) {
  const { search } = useLocation();
  const [pathname = '/', hash = ''] = path.split('#');
  return (
    <Link to={{ pathname, search: pageQuery(addressBarQuery(search)), hash }} onClick={onClick}>
      {children}
    </Link>
  );
}
