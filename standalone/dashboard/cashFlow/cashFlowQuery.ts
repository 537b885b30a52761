import { queryOptions } from '@tanstack/react-query';
import type { getCashFlow } from '../../../server/contract/cashFlow.ts';
import type { WhatIfQuery } from '../../../server/domain/cashFlow/typedWhatIf.ts';
import type { Api } from '../../api.ts';

/** Asks for the cash of the next 90 days, and what a purchase or a payment would change of it. */
export function cashFlowQuery(api: Api, token: string, whatIf: WhatIfQuery = {}) {
  const query = Object.fromEntries(Object.entries(whatIf).map(([name, value]) => [name, String(value)]));
  return queryOptions({
    queryKey: ['dashboard', token, 'cash-flow', query],
    queryFn: ({ signal }) => api.call<typeof getCashFlow>('GET /api/users/:token/cash_flow', { params: { token }, query, signal }),
  });
}
