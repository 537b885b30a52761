import { Problem } from '../../forms/Problem.tsx';
import { asProblem } from '../../forms/useIntent.ts';
import { Dialog } from '../../layout/Dialog.tsx';
import { type StoreWindow, useStoreWindow } from '../../onboarding/store/useStoreWindow.ts';
import { type FlowProps, ProviderFlow } from './ProviderFlow.tsx';

/** Opens the store provider's popup for the customer, to connect another store. */
export function StoreConnection(dialog: FlowProps) {
  return <ProviderFlow {...dialog} open={<Open {...dialog} />} done="The store is connected. Its sales are being read." />;
}

function Open({ title, onClose }: FlowProps) {
  const store = useStoreWindow();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={[
        { text: 'Close', variant: 'subtle', onClick: onClose },
        // Browsers open a popup only in a click handler, so there is a button for it.
        store.loadError
          ? { text: 'Try again', onClick: store.loadAgain }
          : {
              text: store.state === 'closed' ? 'Choose a store' : 'Open the window again',
              isLoading: store.isLoading || store.state === 'connecting',
              onClick: store.open,
            },
      ]}
    >
      <PopupNote {...store} />
    </Dialog>
  );
}

function PopupNote({ state, problem, connectAgain, loadError }: StoreWindow) {
  if (problem) return <Problem problem={problem} onRetry={connectAgain} />;
  if (loadError) return <Problem problem={asProblem(loadError)} />;
  if (state === 'open') return <p role="status">Go on in the window that has opened.</p>;
  return <p>The reason is noted. The store’s window opens beside this page.</p>;
}
