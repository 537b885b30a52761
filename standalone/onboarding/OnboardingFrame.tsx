import { Page } from '../layout/Page.tsx';
import { useReceiver } from '../session/receiver.ts';
import { SignOutButton } from '../session/SignOutButton.tsx';

/** The steps until the card is there. */
export function OnboardingFrame() {
  const { receiver } = useReceiver();
  return (
    <Page title={receiver.business_name ?? receiver.email} actions={<SignOutButton />}>
      {null}
    </Page>
  );
}
