import { useQueryClient } from '@tanstack/react-query';
import type { TeamAnswer } from '../../../../server/contract/team.ts';
import { useIntent } from '../../../forms/useIntent.ts';
import { showAnswer } from '../../../live/showAnswer.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { teamQuery } from './teamQuery.ts';

/** Sends a change of the team, shows the team as it then is, and reads the cards anew: they stop with their holders. */
export function useTeamChange<Input>(send: (input: Input, idempotencyKey: string) => Promise<TeamAnswer>) {
  const api = useApi();
  const queries = useQueryClient();
  const { token } = useReceiver().receiver;
  return useIntent(async (input: Input, idempotencyKey) => {
    showAnswer(queries, teamQuery(api, token).queryKey, await send(input, idempotencyKey));
    await queries.invalidateQueries({ queryKey: ['dashboard', token, 'cards'] });
  });
}
