import { Button, InlineMessage } from '@bigcommerce/big-design';
import { Problem } from '../../../forms/Problem.tsx';
import { StaffNote } from '../../../forms/StaffNote.tsx';
import { ButtonRow } from '../../../layout/ButtonRow.ts';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { storeWindowTexts } from '../../../onboarding/store/storeWindowTexts.ts';
import { type StoreWindow, useStoreWindow } from '../../../onboarding/store/useStoreWindow.ts';

/** A button that opens the store provider's window, beside other buttons, with what is known of the window above them. */
export function ConnectButton({ label, isPrimary, children }: { label: string; isPrimary: boolean; children?: JSX.Element }) {
  const store = useStoreWindow();
  if (store.loadError) return <ErrorState message={storeWindowTexts.notLoaded} onRetry={store.loadAgain} />;
  return (
    <>
      <WindowNote {...store} />
      <StaffNote action="connect_store">
        <ButtonRow>
          <Button variant={isPrimary ? 'primary' : 'secondary'} isLoading={store.isLoading || store.state === 'connecting'} onClick={store.open}>
            {label}
          </Button>
          {children}
        </ButtonRow>
      </StaffNote>
    </>
  );
}

function WindowNote({ state, problem, connectAgain }: StoreWindow) {
  if (problem) return <Problem problem={problem} onRetry={connectAgain} />;
  const text = {
    open: storeWindowTexts.open,
    left: 'Nothing has changed. Open the window again when you are ready.',
    closed: null,
    connecting: null,
  }[state];
  return text === null ? null : <InlineMessage type="info" messages={[{ text }]} marginBottom="medium" />;
}
