import type { AxeBuilder } from '@axe-core/playwright';

/** Judges a page, and returns what is wrong. What is in order is not told part by part, which takes longer than to judge it. */
export async function findingsOf(judge: AxeBuilder): Promise<string[]> {
  const { violations } = await judge.options({ resultTypes: ['violations'] }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
