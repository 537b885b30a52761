import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../../../server/browser/callFailure.ts';
import type { CardAnswer, patchCard, putCardHold } from '../../../server/contract/card.ts';
import { DomainError } from '../../../server/domain/basics/errors.ts';
import { toggledState } from '../../../server/domain/card/card.ts';
import { showAnswer } from '../../live/showAnswer.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { cardQuery } from './cardQuery.ts';

export interface CardSwitch {
  /** The card's token; null where there is no card yet. */
  token: string | null;
  card: CardAnswer | undefined;
  /** Why the card could not be loaded; null while it loads and once it is loaded. */
  failure: Error | null;
  retry(): void;
  /** Pauses an open card; opens a paused card or a physical one that has arrived. */
  toggle(): void;
  /** Puts the merchant's hold on a card whose plastic is on its way. */
  hold(): void;
  release(): void;
  isHolding: boolean;
  /** The requested state, until the issuer confirms it. */
  asked: 'OPEN' | 'PAUSED' | null;
  /** Why the last change failed, for the reader. */
  problem: string | null;
}

/**
 * Returns a card and its switch. A change is shown at once, and taken back when the issuer refuses it.
 * @param cardToken the card of onboarding and of home when left out.
 */
export function useCardSwitch(cardToken?: string): CardSwitch {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver } = useReceiver();
  const token = cardToken ?? receiver.lithic_card_token;
  const query = cardQuery(api, { token: receiver.token, lithic_card_token: token });
  const { data: card, error, refetch } = useQuery(query);

  const change = useMutation({
    mutationFn: async ({ token, state }: { token: string; state: 'OPEN' | 'PAUSED' }) =>
      api.call<typeof patchCard>('PATCH /api/lithic_card', { body: { token, state } }),
    onSuccess: (changed) => showAnswer(queries, query.queryKey, changed),
    onError: (failure) => {
      if (isNotToggleable(failure)) logRefusal(failure);
      void refetch();
    },
  });

  const hold = useMutation({
    mutationFn: async ({ token, is_on_hold }: { token: string; is_on_hold: boolean }) =>
      api.call<typeof putCardHold>('PUT /api/lithic_card/hold', { body: { token, is_on_hold } }),
    onSuccess: (changed) => showAnswer(queries, query.queryKey, changed),
    onError: () => void refetch(),
  });
  const setHold = (is_on_hold: boolean) => card && !hold.isPending && hold.mutate({ token: card.token, is_on_hold });

  return {
    token,
    card,
    failure: card ? null : error,
    retry: () => void refetch(),
    toggle() {
      if (!card || change.isPending) return;
      const state = nextState(card.state);
      if (state) change.mutate({ token: card.token, state });
    },
    hold: () => setHold(true),
    release: () => setHold(false),
    isHolding: hold.isPending,
    asked: change.isPending ? change.variables.state : null,
    problem: hold.error?.message ?? (change.error && !isNotToggleable(change.error) ? change.error.message : null),
  };
}

/** Returns the state that the switch leads to. Logs and returns null for a card that has no switch. */
function nextState(state: string): 'OPEN' | 'PAUSED' | null {
  try {
    return toggledState(state);
  } catch (failure) {
    if (!(failure instanceof DomainError)) throw failure;
    logRefusal(failure);
    return null;
  }
}

const isNotToggleable = (failure: Error) => failure instanceof CallFailure && failure.code === 'card_not_toggleable';

function logRefusal({ message }: Error): void {
  console.error(message);
}
