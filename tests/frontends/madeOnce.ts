/**
 * Returns the function that makes something when it is first asked for it, and returns the same from then on: a merchant whom the tests of
 * a file only read.
 */
export function madeOnce<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
