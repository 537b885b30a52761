import { Dialog } from '../../layout/Dialog.tsx';
import { type FieldChange, FieldChanges } from './FieldChanges.tsx';

interface ChangedProps {
  title: string;
  changed: readonly FieldChange[];
  /** The next step; empty when there is none. */
  next: string;
  onClose: () => void;
}

/** A dialog with the fields that an action has changed. */
export function Changed({ title, changed, next, onClose }: ChangedProps) {
  return (
    <Dialog title={`${title}: done`} isWide onClose={onClose} actions={[{ text: 'Close', onClick: onClose }]}>
      {changed.length === 0 ? (
        <p role="status">No field has changed: everything was so already.</p>
      ) : (
        <>
          <p role="status">{changed.length === 1 ? 'One field has changed.' : `${changed.length} fields have changed.`}</p>
          <FieldChanges headings={['Before', 'Now']} changes={changed} />
        </>
      )}
      {next !== '' && <p>{next}</p>}
    </Dialog>
  );
}
