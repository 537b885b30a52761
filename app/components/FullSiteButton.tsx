import { useRouteLoaderData } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { Button } from '@shopify/polaris';
import type { loader } from '../routes/app.tsx';

interface FullSiteButtonProps {
  children: string;
  variant?: 'primary' | 'plain';
}

/** Opens the full site in a new tab, signed in by a fresh session in its address, which the site removes from the address at once. */
export function FullSiteButton({ children, variant }: FullSiteButtonProps) {
  const shopify = useAppBridge();
  const visit = useRouteLoaderData<typeof loader>('routes/app');
  async function open() {
    if (!visit) return;
    const session = btoa(JSON.stringify({ shop: visit.shop, id_token: await shopify.idToken() }));
    window.open(`${visit.siteUrl}/?${new URLSearchParams({ shopify_session: session })}`, '_blank', 'noreferrer');
  }
  return (
    <Button onClick={() => void open()} {...(variant && { variant })}>
      {children}
    </Button>
  );
}
