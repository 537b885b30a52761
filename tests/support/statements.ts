import ts from 'typescript';

/** A statement, or a part of one, as it stands in the code. */
interface Statement {
  /** The function or constant of a file that it stands in, such as `draws.ts: receiversToDraw`. */
  place: string;
  /** SQL with each inserted value as ⟦its code⟧, or a call of a Prisma model. */
  text: string;
  kind: 'SQL that runs' | 'SQL that is part of a statement' | 'a call of Prisma';
  /** The tables that it reads or writes, each as often as it names them; `⟦…⟧` for one that is inserted. */
  tables: readonly string[];
}

type Constants = ReadonlyMap<string, ts.Expression>;

const sqlTag = /(Prisma\.sql|\$queryRaw|\$executeRaw)$/;
const beginsAsSql = /^\s*(SELECT|INSERT|UPDATE|DELETE|PREPARE|WITH)\b/;
const runners = /^(runOften|readMany)$/;
const methods = /^(find|create|update|upsert|delete|count)/;
const tableName = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+|⟦[^⟧]*⟧)/g;
/** Words that stand where a table may. */
const otherWords = new Set(['unnest', 'SET', 'DISTINCT', 'LATERAL', 'now']);

/** A condition that begins with the receiver. */
const ownCondition = /Prisma\.sql`\s*(?:receiver_id = \$\{|\$\{own\})/;

/** Returns SQL with each inserted value as ⟦its code⟧; a condition that names the receiver is ⟦own⟧. */
function textOf(template: ts.TemplateLiteral, constants: Constants): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const inserted = (expression: ts.Expression) => {
    const named = ts.isCallExpression(expression) ? expression.expression : expression;
    return ownCondition.test(constants.get(named.getText())?.getText() ?? '') ? 'own' : expression.getText();
  };
  return template.head.text + template.templateSpans.map(({ expression, literal }) => `⟦${inserted(expression)}⟧${literal.text}`).join('');
}

/** Whether inserted code is another part of the statement, and not the name of a table. */
const isPart = (inserted: string, constants: Constants) =>
  inserted.endsWith(')⟧') ? !inserted.includes('Prisma.raw(') : /Prisma\.sql/.test(constants.get(inserted.slice(1, -1))?.getText() ?? '');

function tablesOf(sql: string, constants: Constants): string[] {
  const ownNames = new Set([...sql.matchAll(/(?:WITH(?: RECURSIVE)?|\),)\s+(\w+) AS \(/g)].map(([, name = '']) => name));
  return [...sql.matchAll(tableName)].map(([, name = '']) => name).filter((name) => !ownNames.has(name) && !otherWords.has(name) && !isPart(name, constants));
}

/** Returns code with that of the constants which it names behind it, some levels deep. */
function expanded(code: ts.Node, constants: Constants, depth = 3): string {
  const named: string[] = [];
  const visit = (node: ts.Node): void => {
    const isKey = (ts.isPropertyAssignment(node.parent) || ts.isPropertyAccessExpression(node.parent)) && node.parent.name === node;
    const constant = ts.isIdentifier(node) && !isKey ? constants.get(node.text) : undefined;
    if (constant && depth > 0) named.push(expanded(constant, constants, depth - 1));
    ts.forEachChild(node, visit);
  };
  visit(code);
  return [code.getText(), ...named].join(' ');
}

function constantsIn(node: ts.Node, found = new Map<string, ts.Expression>()): Map<string, ts.Expression> {
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) found.set(node.name.text, node.initializer);
  ts.forEachChild(node, (child) => void constantsIn(child, found));
  return found;
}

function sqlOf(node: ts.Node, constants: Constants): Pick<Statement, 'text' | 'kind'> | null {
  if (ts.isTaggedTemplateExpression(node) && sqlTag.test(node.tag.getText())) {
    const isRun = !node.tag.getText().endsWith('sql') || (ts.isCallExpression(node.parent) && runners.test(node.parent.expression.getText()));
    return { text: textOf(node.template, constants), kind: isRun ? 'SQL that runs' : 'SQL that is part of a statement' };
  }
  if (ts.isTemplateLiteral(node) && !ts.isTaggedTemplateExpression(node.parent) && beginsAsSql.test(textOf(node, constants)))
    return { text: textOf(node, constants), kind: 'SQL that runs' };
  return null;
}

function callOf(node: ts.Node, models: ReadonlyMap<string, string>, constants: Constants): Omit<Statement, 'place'> | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression) || !methods.test(node.expression.name.text)) return null;
  const { expression: callee, name: method } = node.expression;
  const model = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  const table = models.get(model);
  if (table === undefined || callee.getText().includes('databaseOf(')) return null;
  const [query] = node.arguments;
  const where = query && ts.isObjectLiteralExpression(query) ? query.properties.find(({ name }) => name?.getText() === 'where') : undefined;
  return { text: `${method.text} ${where ? expanded(where, constants) : ''}`, kind: 'a call of Prisma', tables: [table] };
}

/** Returns all statements of a file, but those of `databaseOf`. `models`: the tables of Prisma's models by their names in code. */
export function statementsOf(file: string, source: string, models: ReadonlyMap<string, string>): Statement[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Statement[] = [];
  const visit = (node: ts.Node, place: string, constants: Constants): void => {
    const sql = sqlOf(node, constants);
    const call = callOf(node, models, constants);
    if (sql) found.push({ place, ...sql, tables: tablesOf(sql.text, constants) });
    if (call) found.push({ place, ...call });
    ts.forEachChild(node, (child) => visit(child, place, constants));
  };
  const declared = parsed.statements.flatMap((statement): ts.Node[] =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [statement],
  );
  const ofFile = declared.flatMap((one) => (ts.isVariableDeclaration(one) && one.initializer ? [[one.name.getText(), one.initializer] as const] : []));
  for (const one of declared) {
    const name = ts.isFunctionDeclaration(one) || ts.isVariableDeclaration(one) || ts.isClassDeclaration(one) ? one.name?.getText() : '';
    visit(one, `${file}: ${name}`, constantsIn(one, new Map(ofFile)));
  }
  return found;
}

/** The receiver is the value of a condition, or of a row that is added. */
const givenReceiver =
  /\b(?:receiver_id|receiver\.id|id)\s*(?:=|IN|= ANY)\s*\(?(?:⟦[^⟧]*(?:receiver_?ids?|\bids?)\b[^⟧]*⟧|\$1)|INTO \S+\s+(?:AS \w+ )?\(\s*receiver_id\b/i;
/** A part of the statement names the receiver: it was made from a scope. */
const partOfScope = /⟦[^⟧]*\b(?:scope|own|Selection|selection)\b[^⟧]*⟧/;
/** Each of these ties one table to a receiver: to the one that is given, or to that of another table. */
const ties = /receiver_id\s*(?:=|IN\b)|USING \(receiver_id|INTO \S+\s+(?:AS \w+ )?\(\s*receiver_id\b|\breceiver\.id = |\bid = ⟦|⟦own⟧/g;

/** Returns whether a statement names the receiver of every row that it reads or writes in tables that are spread by receiver. */
export function namesReceiver({ text, kind, tables }: Statement, isSpread: (table: string) => boolean): boolean {
  const spread = tables.filter((table) => isSpread(table) || table.startsWith('⟦'));
  if (spread.length === 0) return true;
  if (kind === 'a call of Prisma') {
    if (/^create/.test(text)) return true;
    return spread[0] === 'receiver' ? /\bid\b(?!: \{ (?:not|gt))/.test(text) : /\breceiver_id\b(?!:? \{ ?(?:not|gt))/.test(text);
  }
  const isGiven = givenReceiver.test(text) || partOfScope.test(text);
  return (isGiven || kind === 'SQL that is part of a statement') && (text.match(ties) ?? []).length >= spread.length;
}
