import { existsSync, readFileSync } from 'node:fs';
import { isTest } from './namedTests.ts';
import { levelOfCriterion } from './wcagCriteria.ts';

/**
 * Compares what is said of each requirement of OWASP's Application Security Verification Standard 5.0, of each criterion of WCAG 2.2 AA,
 * and of each attack that was tried, with what proves it: every requirement stands there once, and each test or file that a line names exists.
 */

/** The levels of a section's requirements, in their order: `'1.1': '22'` has two, both of level 2. */
const sections: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

const levelOf = new Map(
  Object.entries(sections).flatMap(([section, levels]) => [...levels].map((level, at): [string, string] => [`${section}.${at + 1}`, level])),
);

const states = /^(met|not applicable: .+|operator: .+|not met: .+)$/;

/** What is said of a criterion of either frontend. None may be failed. */
const verdicts = /^(met|not applicable)$/;

/** Returns the cells of a table's row; null for any other line. */
function cellsOf(line: string): readonly string[] | null {
  if (!line.startsWith('| ') || /^\| -+ \|/.test(line)) return null;
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** Returns what is wrong with the proofs of a line: `` `core/card.test.ts › a card › is paused` `server/http/app.ts` ``. */
function problemsOfProofs(cell: string, areNeeded: boolean): readonly string[] {
  const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, proof = '']) => proof);
  if (named.length === 0) return areNeeded ? ['names no proof'] : [];
  return named.filter((proof) => !(proof.includes(' › ') ? isTest(proof) : existsSync(proof))).map((proof) => `there is no ${proof}`);
}

/** Returns what is wrong with the number and the level of a line, whose number it adds to those seen. */
function problemsOfNumber(number: string, level: string, levels: ReadonlyMap<string, string>, seen: Set<string>): readonly string[] {
  const expected = levels.get(number);
  if (expected === undefined) return [`${number} is no requirement of the standard`];
  const isRepeated = seen.has(number);
  seen.add(number);
  return [...(isRepeated ? [`${number} stands there twice`] : []), ...(level === expected ? [] : [`${number} is of level ${expected}`])];
}

function problemsOfRequirement([number = '', level = '', , state = '', proofs = '']: readonly string[], seen: Set<string>): readonly string[] {
  return [
    ...problemsOfNumber(number, level, levelOf, seen),
    ...(states.test(state) ? [] : [`${number} is neither met, nor said why not`]),
    ...problemsOfProofs(proofs, state === 'met').map((problem) => `${number}: ${problem}`),
  ];
}

function problemsOfCriterion(
  [number = '', level = '', , site = '', app = '', tried = '', proofs = '']: readonly string[],
  seen: Set<string>,
): readonly string[] {
  return [
    ...problemsOfNumber(number, level, levelOfCriterion, seen),
    ...([site, app].every((verdict) => verdicts.test(verdict)) ? [] : [`${number} is neither met, nor not applicable`]),
    ...(tried === '' ? [`${number} does not say what was tried`] : []),
    ...problemsOfProofs(proofs, false).map((problem) => `${number}: ${problem}`),
  ];
}

/** Returns each row with its place in a file, the heading of its table left out. */
function rowsOf(file: string, heading: string): readonly (readonly [string, readonly string[]])[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      const cells = cellsOf(line);
      return cells === null || cells[0] === heading ? [] : [[`${file}:${at + 1}`, cells] as const];
    });
}

const standard = 'tests/security/ASVS.md';
const attacks = 'tests/security/ATTACKS.md';
const accessibility = 'tests/accessibility.md';

const seen = new Set<string>();
const seenCriteria = new Set<string>();
const problems = [
  ...rowsOf(standard, 'no.').flatMap(([place, cells]) => problemsOfRequirement(cells, seen).map((problem) => `${place}: ${problem}`)),
  ...[...levelOf.keys()].filter((number) => !seen.has(number)).map((number) => `${standard}: ${number} is missing`),
  ...rowsOf(accessibility, 'no.').flatMap(([place, cells]) => problemsOfCriterion(cells, seenCriteria).map((problem) => `${place}: ${problem}`)),
  ...[...levelOfCriterion.keys()].filter((number) => !seenCriteria.has(number)).map((number) => `${accessibility}: ${number} is missing`),
  ...rowsOf(attacks, 'what is tried').flatMap(([place, cells]) => problemsOfProofs(cells.at(-1) ?? '', true).map((problem) => `${place}: ${problem}`)),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
