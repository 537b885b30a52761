import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useReceiver } from '../../session/receiver.ts';
import { useGlobalQuery } from '../../session/useGlobalQuery.ts';
import { withStorage } from '../../withStorage.ts';

interface Opening {
  isShown: boolean;
  /** Whether it is shown before the first step, and not read again from a later one. */
  isFirst: boolean;
  /** Shows the opening page again. */
  show(): void;
  /** Goes to the steps. */
  start(): void;
}

const key = (receiverId: string) => `onboarding_opened_${receiverId}`;

/**
 * Decides whether the opening page is shown instead of the current step: once in a browser, while nothing is accepted yet, and
 * whenever it is asked for. An address that names a step is not answered with it, and staff see the customer's step. Each change is an entry in the browser's history, so its Back button leads back.
 */
export function useOpening(): Opening {
  const { receiver, isMasquerading } = useReceiver();
  const { onboardingStep: forced, unreadableStep } = useGlobalQuery();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { id, accepted_privacy_policy, accepted_terms_and_conditions, accepted_card_holders_agreement } = receiver;
  const [isNew] = useState(() => withStorage((storage) => storage.getItem(key(id))) === null);

  const isFirst = !(accepted_privacy_policy || accepted_terms_and_conditions || accepted_card_holders_agreement);
  const wanted: unknown = state?.opening;
  const isWanted = wanted === undefined ? isNew && isFirst && !isMasquerading && forced === null && unreadableStep === null : wanted === 'shown';
  const go = (opening: 'shown' | 'done') => navigate({ pathname, search }, { state: { opening } });
  return {
    isShown: isWanted,
    isFirst,
    show: () => void go('shown'),
    start: () => {
      withStorage((storage) => storage.setItem(key(id), 'yes'));
      void go('done');
    },
  };
}
