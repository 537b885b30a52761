import { useRouteLoaderData } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { Button } from '@shopify/polaris';
import type { postHandOver } from '../../server/contract/session.ts';
import { handOverType } from '../../server/domain/access/handIn.ts';
import { callCore } from '../onboarding/call.ts';
import type { loader } from '../routes/app.tsx';

interface FullSiteButtonProps {
  children: string;
  variant?: 'primary' | 'plain';
}

/**
 * Opens the full site in a new tab, signed in by a code of ours in its address: it works once, soon and from this browser, and the
 * site removes it from the address at once.
 */
export function FullSiteButton({ children, variant }: FullSiteButtonProps) {
  const shopify = useAppBridge();
  const visit = useRouteLoaderData<typeof loader>('routes/app');
  async function open() {
    if (!visit) return;
    const made = await callCore<typeof postHandOver>('POST /api/receivers/hand_over', { body: {} });
    if (made.ok) window.open(`${visit.siteUrl}/?${new URLSearchParams({ session_jwt: made.value.code, session_type: handOverType })}`, '_blank', 'noreferrer');
    else shopify.toast.show(made.problem.detail, { isError: true });
  }
  return (
    <Button onClick={() => void open()} {...(variant && { variant })}>
      {children}
    </Button>
  );
}
