import { Modal, TitleBar } from '@shopify/app-bridge-react';

interface ConfirmModalProps {
  isOpen: boolean;
  title: string;
  /** The consequences, a sentence each. */
  points: readonly string[];
  /** The word that does it. */
  confirm: string;
  /** The word that leaves everything as it is. */
  keep: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A question of the admin's before something that cannot simply be undone. The admin shows a picture of the content, so that it has nothing to press. */
export function ConfirmModal({ isOpen, title, points, confirm, keep, isBusy, onConfirm, onClose }: ConfirmModalProps) {
  return (
    <Modal open={isOpen} onHide={onClose}>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <TitleBar title={title}>
        <button type="button" variant="primary" tone="critical" disabled={isBusy} {...(isBusy && { loading: '' })} onClick={onConfirm}>
          {confirm}
        </button>
        <button type="button" disabled={isBusy} onClick={onClose}>
          {keep}
        </button>
      </TitleBar>
    </Modal>
  );
}
