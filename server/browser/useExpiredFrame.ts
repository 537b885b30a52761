import { useRef } from 'react';
import { frameAddressSeconds } from '../domain/card/card.ts';

/**
 * Returns the `onLoad` of the issuer's frame of a card. It calls `renew` when the browser has loaded an address once more after it
 * expired, as by the menu of the frame: the issuer's error is then in its place.
 */
export function useExpiredFrame(address: string | null, renew: () => void): () => void {
  const first = useRef<{ address: string | null; loadedMs: number } | null>(null);
  return () => {
    const nowMs = Date.now();
    if (first.current?.address !== address) first.current = { address, loadedMs: nowMs };
    else if (nowMs - first.current.loadedMs >= frameAddressSeconds * 1_000) renew();
  };
}
