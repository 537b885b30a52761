import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { type GlobalQuery, readGlobalQuery } from '../../server/domain/access/queryNames.ts';

/** The parameters that every page understands, as they stand in the address now. */
export function useGlobalQuery(): GlobalQuery {
  const { search } = useLocation();
  return useMemo(() => readGlobalQuery(search), [search]);
}
