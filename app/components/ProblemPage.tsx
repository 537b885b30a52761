import { isRouteErrorResponse, useRevalidator, useRouteError } from '@remix-run/react';
import { Banner } from '@shopify/polaris';
import { appName } from '../pageTitle.ts';
import { AppPage } from './AppPage.tsx';

/** Shown in place of a page that could not be loaded. */
export function ProblemPage() {
  const { title, detail } = describe(useRouteError());
  const { revalidate, state } = useRevalidator();
  return (
    <AppPage title={appName} isHome>
      <Banner tone="critical" title={title} action={{ content: 'Try again', onAction: revalidate, loading: state !== 'idle' }}>
        <p>{detail}</p>
      </Banner>
    </AppPage>
  );
}

const unknown = { title: 'Something went wrong', detail: 'The page could not be loaded. Try again in a minute.' };

/** Returns the core's own text for a failed call, or a general one for any other error. */
function describe(error: unknown): { title: string; detail: string } {
  const body: unknown = isRouteErrorResponse(error) ? error.data : null;
  const isProblem = typeof body === 'object' && body !== null && 'title' in body && 'detail' in body;
  return isProblem ? { title: String(body.title), detail: String(body.detail) } : unknown;
}
