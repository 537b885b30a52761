import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { Banner, Page } from '@shopify/polaris';

/** What is shown in place of a page that could not be loaded. */
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

/** The core's own words for a failure of a call, where it has any. */
function describe(error: unknown): { title: string; detail: string } {
  const said: unknown = isRouteErrorResponse(error) ? error.data : null;
  const isProblem = typeof said === 'object' && said !== null && 'title' in said && 'detail' in said;
  return isProblem ? { title: String(said.title), detail: String(said.detail) } : unknown;
}
