import { Link, type LinkProps, type To, useLocation, useResolvedPath } from 'react-router-dom';
import { isWithinPage } from '../../server/domain/access/pageNames.ts';

/** Returns whether the page of a link in the navigation is open, or one that belongs to it. */
export function useIsOpen(to: To): boolean {
  const { pathname } = useLocation();
  return isWithinPage(useResolvedPath(to).pathname, pathname);
}

/** A link to a page in the navigation, marked while it is open. */
export function PageLink(link: LinkProps) {
  return <Link aria-current={useIsOpen(link.to) ? 'page' : undefined} {...link} />;
}
