import { useRouteLoaderData } from '@remix-run/react';
import { BlockStack, Button } from '@shopify/polaris';
import { useState } from 'react';
import { openAwaitedWindow } from '../../server/browser/awaitedWindow.ts';
import type { postHandOver } from '../../server/contract/session.ts';
import { handOverType } from '../../server/domain/access/handIn.ts';
import { callCore } from '../call.ts';
import type { loader } from '../routes/app.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';

interface FullSiteButtonProps {
  children: string;
  variant?: 'primary' | 'plain';
  /** The page of the full site, with the slash at its start; home when left out. */
  path?: string;
}

/**
 * Opens the full site in a new tab, signed in by a code of ours in its address: it works once, soon and from this browser, and the
 * site removes it from the address at once. Why it could not be opened stays below the button until the next try.
 */
export function FullSiteButton({ children, variant, path = '/' }: FullSiteButtonProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const visit = useRouteLoaderData<typeof loader>('routes/app');
  async function open() {
    if (!visit) return;
    setProblem(null);
    setIsBusy(true);
    const site = openAwaitedWindow();
    const made = await callCore<typeof postHandOver>('POST /api/receivers/hand_over', { body: {} });
    setIsBusy(false);
    if (made.ok) return site.lead(`${visit.siteUrl}${path}?${new URLSearchParams({ session_jwt: made.value.code, session_type: handOverType })}`);
    site.close();
    setProblem(made.problem.message);
  }
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button loading={isBusy} onClick={() => void open()} {...(variant && { variant })}>
        {children}
      </Button>
      <ProblemNotice problem={problem} />
    </BlockStack>
  );
}
