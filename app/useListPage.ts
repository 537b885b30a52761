import { useSearchParams } from '@remix-run/react';

/** The last page that every paged call takes. */
const lastPage = 100_000;

function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

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
