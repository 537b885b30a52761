import { useSearchParams } from '@remix-run/react';

const pageIn = (query: URLSearchParams) => Math.max(1, Math.trunc(Number(query.get('page'))) || 1);

/** Returns the page of a list that a request asks for by `?page=`; 1 where it names none. */
export const listPageOf = ({ url }: Request): number => pageIn(new URL(url).searchParams);

/** Returns the page of a list that the address names, and the function that turns to another. */
export function useListPage(): { page: number; showPage: (page: number) => void } {
  const [query, setQuery] = useSearchParams();
  const showPage = (page: number) =>
    setQuery((before) => {
      before.set('page', String(page));
      return before;
    });
  return { page: pageIn(query), showPage };
}
