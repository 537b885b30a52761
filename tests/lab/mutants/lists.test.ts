import { describe, expect, it } from 'vitest';
import { root } from '../../check/seeds.ts';
import { lists, withMistake } from './lists.ts';

describe.each([...lists].map(([name, mistakes]) => ({ name, mistakes })))('the mistakes about $name', ({ mistakes }) => {
  it('are sixty or more, and no two are the same', () => {
    expect(new Set(mistakes.map(({ file, from, to }) => `${file} ${from} ${to}`)).size).toBe(mistakes.length);
    expect(mistakes.length).toBeGreaterThanOrEqual(60);
  });

  it('can be made: the code of each stands once in its file', () => {
    expect(mistakes.filter((mistake) => withMistake(root, mistake).includes(mistake.to)).length).toBe(mistakes.length);
  });
});
