import { Page } from '../layout/Page.tsx';
import { useReceiver } from '../session/receiver.ts';
import { SignOutButton } from '../session/SignOutButton.tsx';

/** Home: how much there is to spend, what is due when, and whether the card works. */
export function Dashboard() {
  const { receiver } = useReceiver();
  return (
    <Page title={receiver.business_name ?? receiver.email} actions={<SignOutButton />}>
      {null}
    </Page>
  );
}
