import type { AxeBuilder } from '@axe-core/playwright';

/** Judges a page, and returns what is wrong. Passing parts are not listed, which would take longer than judging. */
export async function findingsOf(judge: AxeBuilder): Promise<string[]> {
  const { violations } = await judge.options({ resultTypes: ['violations'] }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
