import { queryOptions } from '@tanstack/react-query';
import type { getTeam } from '../../../../server/contract/team.ts';
import type { Api } from '../../../api.ts';

/** Returns the query of the people of an account. */
export function teamQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['dashboard', token, 'team'],
    queryFn: ({ signal }) => api.call<typeof getTeam>('GET /api/users/:token/team', { params: { token }, signal }),
  });
}
