import type { InferDataFromTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Makes the answer of a change what the page shows under that key. A reading under way is broken off: it may have been answered before
 * the change, and arrive after it.
 */
export function showAnswer<Key extends QueryKey, Answer = InferDataFromTag<unknown, Key>>(
  queries: QueryClient,
  queryKey: Key,
  answer: Updater<NoInfer<Answer> | undefined, NoInfer<Answer> | undefined>,
): void {
  void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData<Answer>(queryKey as QueryKey, answer);
}
