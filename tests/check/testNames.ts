import ts from 'typescript';

const groups = ['describe'];
const tests = ['it', 'test'];

/**
 * The names of the tests in a file's source, each after the names of the groups it stands in: `group › test`.
 * A template (`%s`, `${…}`) is named as it stands in the source.
 */
export function testNames(source: string): readonly string[] {
  return namesIn(ts.createSourceFile('tests.ts', source, ts.ScriptTarget.Latest, true), []);
}

function namesIn(node: ts.Node, groupsAround: readonly string[]): readonly string[] {
  const title = ts.isCallExpression(node) ? titleOf(node) : undefined;
  const named = title === undefined ? groupsAround : [...groupsAround, title.text];
  if (title && !title.isGroup) return [named.join(' › ')];
  const names: string[] = [];
  ts.forEachChild(node, (child) => void names.push(...namesIn(child, named)));
  return names;
}

/** Of `describe('…')`, `it('…')`, `it.each(…)('…')`, `test.describe('…')` and the like. */
function titleOf(call: ts.CallExpression): { text: string; isGroup: boolean } | undefined {
  const words = wordsOf(call.expression);
  const isGroup = words.some((word) => groups.includes(word));
  if (!isGroup && !tests.includes(words[0] ?? '')) return undefined;
  const text = textOf(call.arguments[0]);
  return text === undefined ? undefined : { text, isGroup };
}

/** `test.describe` is `['test', 'describe']`, and `it.each(…)` is `['it', 'each']`. */
function wordsOf(called: ts.Expression): readonly string[] {
  if (ts.isIdentifier(called)) return [called.text];
  if (ts.isPropertyAccessExpression(called)) return [...wordsOf(called.expression), called.name.text];
  if (ts.isCallExpression(called)) return wordsOf(called.expression);
  return [''];
}

function textOf(title: ts.Expression | undefined): string | undefined {
  if (!title) return undefined;
  if (ts.isStringLiteral(title) || ts.isNoSubstitutionTemplateLiteral(title)) return title.text;
  return ts.isTemplateExpression(title) ? templateText(title) : undefined;
}

const templateText = ({ head, templateSpans }: ts.TemplateExpression): string =>
  head.text + templateSpans.map(({ expression, literal }) => `\${${expression.getText()}}${literal.text}`).join('');
