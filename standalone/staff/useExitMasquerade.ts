import { useState } from 'react';
import type { postMasqueradeEnd } from '../../server/contract/staff.ts';
import { exitMasquerade } from '../../server/domain/access/queryNames.ts';
import { useApi } from '../session/session.ts';

/** Leaves a customer's account. `token` is the customer's; null when there is no such customer. */
export function useExitMasquerade(token: string | null): { exit: () => void; isLeaving: boolean } {
  const api = useApi();
  const [isLeaving, setIsLeaving] = useState(false);

  async function leave() {
    setIsLeaving(true);
    if (token !== null) {
      // The way out is always open: a view that could not be ended ends by itself.
      await api.call<typeof postMasqueradeEnd>('POST /api/staff/receivers/:token/masquerade_end', { params: { token }, body: {} }).catch(() => undefined);
    }
    // The page is loaded anew, so that nothing of the customer stays in it.
    window.history.replaceState(null, '', exitMasquerade(window.location.href));
    window.location.reload();
  }
  return { exit: () => void leave(), isLeaving };
}
