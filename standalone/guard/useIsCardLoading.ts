import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { cardQuery } from '../dashboard/home/cardQuery.ts';
import { useApi } from '../session/session.ts';

const nobody = { token: '', lithic_card_token: null };

/**
 * Whether the page waits for the receiver's card. It is asked for as soon as the receiver is there, for whoever shows it;
 * one that is issued or replaced later takes nobody's page away, and one that cannot be had counts as absent.
 */
export function useIsCardLoading(receiver: ReceiverAnswer | null): boolean {
  const { isLoading } = useQuery(cardQuery(useApi(), receiver ?? nobody));
  const wasKnown = useRef(false);
  const isKnown = receiver !== null && !isLoading;
  useEffect(() => {
    if (isKnown) wasKnown.current = true;
  }, [isKnown]);
  return isLoading && !wasKnown.current;
}
