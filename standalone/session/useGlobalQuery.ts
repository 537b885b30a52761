import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { type GlobalQuery, readGlobalQuery } from '../../server/domain/access/queryNames.ts';

/** Returns the query parameters that apply to every page, as the current address has them. */
export function useGlobalQuery(): GlobalQuery {
  const { search } = useLocation();
  return useMemo(() => readGlobalQuery(search), [search]);
}
