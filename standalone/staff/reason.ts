const fewest = 3;

/** What is wrong with a reason as it was typed; undefined when it will do. */
export function reasonProblem(reason: string): string | undefined {
  return reason.trim().length < fewest ? 'Say why in a few words.' : undefined;
}
