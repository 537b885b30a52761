import { useState } from 'react';
import type { postCardRequest } from '../../../../server/contract/cards.ts';
import type { CallInput } from '../../../api.ts';
import { useIntent } from '../../../forms/useIntent.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { useCardChanged } from '../useCardChanged.ts';

/** Sends a request of a cardholder, and reads the requests anew; `isSent` once it is with those who answer it. */
export function useAsk() {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const changed = useCardChanged();
  const [isSent, setIsSent] = useState(false);
  const intent = useIntent(async (body: CallInput<typeof postCardRequest>['body'], idempotencyKey) => {
    await api.call<typeof postCardRequest>('POST /api/users/:token/card_requests', { params: { token }, body, idempotencyKey });
    setIsSent(true);
    await changed(null);
  });
  return { ...intent, isSent };
}
