import { join } from 'node:path';
import ts from 'typescript';
import { root } from './seeds.ts';

// The compiler takes an amount for a number in every sum, so a sum elsewhere would round, or pass the safe integers, unseen.

const parts = ['server/', 'app/', 'standalone/'].map((folder) => join(root, folder));
const notOurs = ['server/db/generated/', 'server/sandbox/'].map((folder) => join(root, folder));
const money = join(root, 'server/domain/basics/money.ts');

/** A planted file with sums of amounts. */
export const plantedSums = 'server/domain/basics/planted.ts';
export const plantedSumsText = `
  import { type Cents, cents } from './money.ts';
  const [one, other] = [cents(1), cents(2)];
  export const sum = one + other;
  export const less = one - 1;
  export const back = -one;
  export const half = one / 2;
  export const whole = Math.abs(one);
  export function grown(amounts: readonly Cents[]) {
    let total = 0;
    for (const amount of amounts) total += amount;
    return total;
  }
  export function counted(amount: Cents, rest: number) {
    rest %= amount;
    rest **= amount;
    amount++;
    --amount;
    return rest;
  }
  export const told = \`\${one} is \${one < other ? 'less' : 'more'}\`;
`;

const arithmetic: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.AsteriskAsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.AsteriskEqualsToken,
  ts.SyntaxKind.AsteriskAsteriskEqualsToken,
  ts.SyntaxKind.SlashEqualsToken,
  ts.SyntaxKind.PercentEqualsToken,
]);
const arithmeticOfOne: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.MinusToken, ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);

/** The findings expected in the planted file. */
export const sumsInPlanted = [
  'one + other',
  'one - 1',
  '-one',
  'one / 2',
  'Math.abs(one)',
  'total += amount',
  'rest %= amount',
  'rest **= amount',
  'amount++',
  '--amount',
];

/** Returns the sums with an amount in them outside the rules for money, as `file: sum`. */
export function sumsOfAmounts(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const isAmount = (node: ts.Expression): boolean => {
    const type = checker.getTypeAtLocation(node);
    const members = type.isUnion() ? type.types : [type];
    return members.some((member) => member.isIntersection() && member.getProperties().some(({ name }) => name.includes('centsBrand')));
  };
  const isText = (node: ts.Expression): boolean => (checker.getTypeAtLocation(node).flags & ts.TypeFlags.StringLike) !== 0;
  const isSum = (node: ts.Node): boolean => {
    if (ts.isBinaryExpression(node)) {
      const sides = [node.left, node.right];
      return arithmetic.has(node.operatorToken.kind) && sides.some(isAmount) && !sides.some(isText);
    }
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return arithmeticOfOne.has(node.operator) && isAmount(node.operand);
    return ts.isCallExpression(node) && node.expression.getText().startsWith('Math.') && node.arguments.some(isAmount);
  };
  const sumsIn = (node: ts.Node): string[] => {
    const inside: string[] = [];
    ts.forEachChild(node, (child) => void inside.push(...sumsIn(child)));
    return isSum(node) ? [node.getText(), ...inside] : inside;
  };
  const files = program.getSourceFiles().filter(({ fileName }) => parts.some((part) => fileName.startsWith(part)));
  const ours = files.filter(({ fileName }) => fileName !== money && !notOurs.some((folder) => fileName.startsWith(folder)));
  return ours.flatMap((file) => sumsIn(file).map((sum) => `${file.fileName.slice(root.length)}: ${sum}`));
}
