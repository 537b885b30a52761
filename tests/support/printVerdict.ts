const shown = 20;

/** Prints of each promise whether it was kept, and what broke it. Returns whether all were kept. */
export function printVerdict(verdict: Readonly<Record<string, readonly string[]>>): boolean {
  for (const [promise, failures] of Object.entries(verdict)) {
    console.log(`${failures.length === 0 ? 'ok    ' : 'FAILED'}  ${promise}`);
    for (const failure of failures.slice(0, shown)) console.log(`        ${failure}`);
    if (failures.length > shown) console.log(`        and ${failures.length - shown} more`);
  }
  return Object.values(verdict).every((failures) => failures.length === 0);
}
