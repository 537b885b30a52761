/**
 * Returns a function that makes something at its first call and then gives the same again. A formatter of `Intl` takes
 * milliseconds to make: a page that made all of them when its code is loaded would be seen later for none.
 */
export function madeOnce<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
