import { Page } from '../layout/Page.tsx';

/** Replaces a customer's page once the masquerade has ended. The banner above it has the ways on. */
export function MasqueradeOver() {
  return (
    <Page title="Your view of this customer has ended" narrow>
      <p role="alert">
        A customer is viewed for 60 minutes at a time, and in all tabs until you exit in one. What you saved before is kept. View them again if you still have
        something to do for them; the log shows it as a new visit.
      </p>
    </Page>
  );
}
