import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { postMasqueradeEnd } from '../../server/contract/staff.ts';
import { staffPath } from '../../server/domain/access/guard.ts';
import { exitMasquerade } from '../../server/domain/access/queryNames.ts';
import { useApi } from '../session/session.ts';
import { masqueradeEnds } from '../session/useMasqueradeOver.ts';

interface Exit {
  /** Ends the masquerade and reloads the page. */
  exit: () => void;
  /** Ends the masquerade and loads the staff page. */
  toStaff: () => void;
  isLeaving: boolean;
}

/** Returns the ways out of the masquerade of a customer. `token` is null when there is no such customer. */
export function useExitMasquerade(email: string, token: string | null): Exit {
  const api = useApi();
  const queries = useQueryClient();
  const [isLeaving, setIsLeaving] = useState(false);

  async function leave(path: string) {
    setIsLeaving(true);
    // The page asks nothing more until it is loaded anew, and waits for no answer: what is read of the customer after the end is refused.
    onlineManager.setOnline(false);
    void queries.cancelQueries();
    if (token !== null) {
      // Leave even when the call fails: the masquerade then ends by itself.
      await api.call<typeof postMasqueradeEnd>('POST /api/staff/receivers/:token/masquerade_end', { params: { token }, body: {} }).then(
        () => tellOtherTabs(email),
        () => undefined,
      );
    }
    // Reload, so that no data of the customer stays in the page.
    const { search, hash } = new URL(exitMasquerade(window.location.href));
    window.history.replaceState(null, '', path + search + hash);
    window.location.reload();
  }
  return { exit: () => void leave(window.location.pathname), toStaff: () => void leave(staffPath), isLeaving };
}

function tellOtherTabs(email: string): void {
  const ends = masqueradeEnds(email);
  ends.postMessage(null);
  ends.close();
}
