import { Link } from '@remix-run/react';
import type { AppProviderProps } from '@shopify/polaris';

type PolarisLinkProps = React.ComponentProps<NonNullable<AppProviderProps['linkComponent']>>;

/**
 * Renders Polaris's links as links of the app's router, because a full page load inside the admin would lose the shop. An address that
 * is none of the app's opens outside the frame: a mail or a calendar may be a site, which no admin may frame.
 */
export function PolarisLink({ children, url, external, target, disabled, ref, ...rest }: PolarisLinkProps) {
  if (external || target === '_blank' || !/^[/#?]/.test(url))
    return (
      <a href={url} target="_blank" rel="noreferrer" {...rest}>
        {children}
      </a>
    );
  return (
    <Link to={url} {...rest}>
      {children}
    </Link>
  );
}
