import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { FallbackBankAnswer } from '../../../server/contract/bank.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { secondBankQuery } from '../queries.ts';

/** Returns what takes over an answer about the second account, and loads again what depends on it. */
export function useSecondBankAnswer() {
  const api = useApi();
  const queries = useQueryClient();
  const { token } = useReceiver().receiver;
  return useCallback(
    async (answer: FallbackBankAnswer) => {
      queries.setQueryData(secondBankQuery(api, token).queryKey, answer);
      await queries.invalidateQueries({ queryKey: ['dashboard', token] });
    },
    [api, queries, token],
  );
}
