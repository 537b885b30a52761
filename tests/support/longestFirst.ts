import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These take longest. Begun last, one of them would run alone at the end, on one processor. */
const longest = ['tests/core/moneyCrash.test.ts', 'tests/check/types.test.ts', 'tests/core/rehearsal.test.ts', 'tests/simulation/lives.test.ts'];

const isLongest = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(file));

/** Vitest's own order, with the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}
