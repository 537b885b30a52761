import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { postAdminAction } from '../../../server/contract/staff.ts';
import type { AdminMenuEntry } from '../../../server/domain/staff/adminActions.ts';
import type { Answer } from '../../api.ts';
import { useReceiver } from '../../session/receiver.ts';
import { readAgain } from '../queries.ts';
import { ActionForm } from './ActionForm.tsx';
import { BankUpdate } from './BankUpdate.tsx';
import { Changed } from './Changed.tsx';
import { nextInWords } from './consequences.ts';
import { RepaymentDownload } from './RepaymentDownload.tsx';
import { StoreConnection } from './StoreConnection.tsx';

interface ActionDialogProps {
  entry: AdminMenuEntry;
  /** See `AccessOptions`. */
  overrideFraud?: boolean;
  onClose: () => void;
}

/** The dialogs of one admin action: first the form, then its result. */
export function ActionDialog({ entry, overrideFraud = false, onClose }: ActionDialogProps) {
  const queries = useQueryClient();
  const { receiver, reload } = useReceiver();
  // Keep the record as it was when the form opened: the form's preview is about it.
  const [asked] = useState(receiver);
  const [answer, setAnswer] = useState<Answer<typeof postAdminAction> | null>(null);

  // A failed reload leaves the page as it was; the dialog shows the result anyway.
  async function refresh() {
    await Promise.all([reload(), readAgain(queries, asked.token)]).catch(() => undefined);
  }
  if (answer === null)
    return <ActionForm entry={entry} receiver={asked} overrideFraud={overrideFraud} refresh={refresh} onDone={setAnswer} onClose={onClose} />;
  switch (answer.opens) {
    case 'bank_update':
      return <BankUpdate title={entry.label} onClose={onClose} />;
    case 'commerce_link':
      return <StoreConnection title={entry.label} onClose={onClose} />;
    case 'repayment_csv':
      return <RepaymentDownload title={entry.label} token={asked.token} onClose={onClose} />;
    case null:
      return <Changed title={entry.label} changed={answer.changed} next={nextInWords(entry.action, asked)} onClose={onClose} />;
  }
}
