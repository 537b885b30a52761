import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { Banner, Page } from '@shopify/polaris';

/** Shown in place of a page that could not be loaded. */
export function ProblemPage() {
  const { title, detail } = describe(useRouteError());
  return (
    <Page title="Spending power">
      <Banner tone="critical" title={title} action={{ content: 'Try again', onAction: () => window.location.reload() }}>
        <p>{detail}</p>
      </Banner>
    </Page>
  );
}

const unknown = { title: 'Something went wrong', detail: 'The page could not be loaded. Try again in a minute.' };

/** Returns the core's own text for a failed call, or a general one for any other error. */
function describe(error: unknown): { title: string; detail: string } {
  const body: unknown = isRouteErrorResponse(error) ? error.data : null;
  const isProblem = typeof body === 'object' && body !== null && 'title' in body && 'detail' in body;
  return isProblem ? { title: String(body.title), detail: String(body.detail) } : unknown;
}
