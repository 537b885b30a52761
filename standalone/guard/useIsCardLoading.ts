import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { cardQuery } from '../dashboard/home/cardQuery.ts';
import { useApi } from '../session/session.ts';

const noReceiver = { token: '', lithic_card_token: null };

/**
 * Returns whether the page must wait for the receiver's card, which is asked for as soon as the receiver is known. A card that
 * is issued or replaced later does not hide the page again, and one that cannot be loaded counts as absent.
 */
export function useIsCardLoading(receiver: ReceiverAnswer | null): boolean {
  const { isLoading } = useQuery(cardQuery(useApi(), receiver ?? noReceiver));
  const wasKnown = useRef(false);
  const isKnown = receiver !== null && !isLoading;
  useEffect(() => {
    if (isKnown) wasKnown.current = true;
  }, [isKnown]);
  return isLoading && !wasKnown.current;
}
