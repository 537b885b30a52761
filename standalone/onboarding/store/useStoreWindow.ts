import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallFailure } from '../../../server/browser/callFailure.ts';
import type { postCommerce } from '../../../server/contract/commerce.ts';
import { isSet } from '../../../server/domain/receiver/receiver.ts';
import { useIntent } from '../../forms/useIntent.ts';
import { pageDescription } from '../../page.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useStepDone } from '../stepDone.ts';
import { loadStoreWindow } from './storeWindow.ts';

export interface StoreWindow {
  /** Opens the popup. Call it synchronously in a click handler. */
  open(): void;
  /** Whether the popup's script is still loading. */
  isLoading: boolean;
  /** Why the script could not be loaded. */
  loadError: Error | null;
  loadAgain(): void;
  state: 'closed' | 'open' | 'left' | 'connecting';
  problem: CallFailure | null;
  /** Tries again to connect the chosen store. */
  connectAgain(): void;
}

/** Opens the store provider's popup, as often as needed, and connects the store chosen in it once. */
export function useStoreWindow(): StoreWindow {
  const api = useApi();
  const stepDone = useStepDone();
  const { receiver } = useReceiver();
  const [state, setState] = useState<'closed' | 'open' | 'left'>('closed');
  const connected = useRef<string | null>(null);
  const script = useQuery({ queryKey: ['store window'], queryFn: loadStoreWindow, staleTime: Number.POSITIVE_INFINITY });

  const { token } = receiver;
  const connecting = useIntent(async (public_token: string, idempotencyKey) => {
    await stepDone(await api.call<typeof postCommerce>('POST /api/users/:token/commerce', { params: { token }, body: { public_token }, idempotencyKey }));
  });

  return {
    open() {
      const { store_link_url: url, store_link_public_key: publicKey } = pageDescription(document).settings;
      // Earlier problems were with the store chosen before.
      connecting.clear();
      setState('open');
      script.data?.({
        url,
        publicKey,
        ...(isSet(receiver.bigcommerce_store_hash) && { platform: 'bigcommerce' }),
        onConnected(publicToken) {
          if (connected.current === publicToken) return;
          connected.current = publicToken;
          setState('closed');
          void connecting.run(publicToken);
        },
        onLeft: () => setState((now) => (now === 'open' ? 'left' : now)),
      });
    },
    isLoading: script.isPending,
    loadError: script.error,
    loadAgain: () => void script.refetch(),
    state: connecting.isBusy ? 'connecting' : state,
    problem: connecting.problem,
    connectAgain() {
      if (connected.current !== null) void connecting.run(connected.current);
    },
  };
}
