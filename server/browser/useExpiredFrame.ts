import { useEffect, useRef } from 'react';
import { frameAddressSeconds } from '../domain/card/card.ts';

/**
 * Returns the `onLoad` of the issuer's frame of a card. It calls `renew` when the browser has loaded an address once more after it
 * expired, as by the menu of the frame: the issuer's error is then in its place.
 */
export function useExpiredFrame(address: string | null, renew: () => void): () => void {
  const firstLoadedMs = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address has a minute of its own.
  useEffect(() => {
    firstLoadedMs.current = null;
  }, [address]);
  return () => {
    firstLoadedMs.current ??= Date.now();
    if (Date.now() - firstLoadedMs.current >= frameAddressSeconds * 1_000) renew();
  };
}
