import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../../analytics/whenIdle.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { cardRequestsQuery } from '../cardsQueries.ts';

/**
 * Returns how many requests of the team wait for the person signed in, or null when that could not be read; 0 until the page is at rest,
 * and for whoever may not answer them.
 */
export function useOpenRequests(): number | null {
  const { receiver, isMasquerading } = useReceiver();
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => void whenIdle().then(() => setIsIdle(true)), []);
  const mayAnswer = receiver.abilities.includes('manage_cards') && !isMasquerading;
  const { data, error } = useQuery({ ...cardRequestsQuery(useApi(), receiver.token), enabled: mayAnswer && isIdle });
  if (!mayAnswer || (!data && !error)) return 0;
  return data?.requests.filter(({ state }) => state === 'open').length ?? null;
}
