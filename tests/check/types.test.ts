import { beforeAll, describe, expect, it } from 'vitest';
import { placesOfChoices, plantedChoices, unanswered } from './choices.ts';
import { type Compiled, openCompiler, type Texts } from './compiler.ts';
import { plantedSums, plantedSumsText, sumsInPlanted, sumsOfAmounts } from './moneyArithmetic.ts';
import { climber, climberText, wallsInClimber } from './typeWalls.ts';

// To read and compile the project takes most of the time, so all that is asked of it is planted in one copy, and asked here.

const compiler = openCompiler();
const everything: Texts = new Map([
  [climber, climberText],
  [plantedSums, plantedSumsText],
]);
let compiled: Compiled;

beforeAll(() => {
  compiled = compiler.compileAll(everything);
}, 600_000);

describe('types', () => {
  const linesWithErrors = () => new Set(compiled.messages.filter(({ file }) => file === climber).map(({ line }) => line));

  it.each(wallsInClimber)('$promise', ({ line }) => {
    expect([linesWithErrors().has(line), linesWithErrors().has(line + 1)]).toEqual([true, false]);
  });

  it('find nothing else to refuse', () => {
    expect(linesWithErrors().size).toBe(wallsInClimber.length);
  });
});

it('amounts are added and divided by the rules for money alone', () => {
  expect(sumsOfAmounts(compiled.program)).toEqual(sumsInPlanted.map((sum) => `${plantedSums}: ${sum}`));
});

// Nothing is taken away, so that this finds every mistake in the project as it is.
it('the types of the project fit in every file', () => {
  expect(compiled.messages.filter(({ file }) => file !== climber)).toEqual([]);
});

describe('a new choice does not compile before every place that has to know says something about it', () => {
  let complaints: ReadonlyMap<string, readonly string[]>;

  beforeAll(() => {
    complaints = compiler.messagesAbout(
      plantedChoices(),
      placesOfChoices.map(({ file }) => file),
    );
  }, 240_000);

  it.each(placesOfChoices)('$choice: $file', ({ name, file }) => {
    const said = complaints.get(file) ?? [];
    expect(said).not.toEqual([]);
    expect(said.filter((text) => !name.test(text) && !unanswered.test(text))).toEqual([]);
  });
});
