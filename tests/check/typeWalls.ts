/** Code that must not compile, each beside similar code that must: one line each of one file. */
const walls: readonly { promise: string; refused: string; accepted: string }[] = [
  {
    promise: 'a query for nobody in particular does not compile',
    refused: 'export const everybody = lockReceiver(transaction);',
    accepted: 'export const one = (scope: ReceiverScope) => lockReceiver(transaction, scope);',
  },
  {
    promise: 'an id from a request is no scope',
    refused: "export const byId = lockReceiver(transaction, { receiverId: 'b6a1c6de-51b3-4d67-9f0b-77a3a5a1c502' });",
    accepted: "export const byScope = lockReceiver(transaction, receiverScope('b6a1c6de-51b3-4d67-9f0b-77a3a5a1c502'));",
  },
  {
    promise: 'a use case cannot query the rows of everybody',
    refused: 'export const everybodysCards = deps.database.card.findMany();',
    accepted: 'export const ownCards = databaseOf(deps.database, scope).card.findMany();',
  },
  {
    promise: 'a transaction opens the rows of nobody by itself',
    refused: 'export const inOneStep = inTransaction(deps.database, (step) => step.card.findMany());',
    accepted: 'export const inStep = inTransaction(deps.database, (step) => databaseOf(step, scope).card.findMany());',
  },
  {
    promise: 'a query of one receiver names no other',
    refused: "export const theirs = own.card.findMany({ where: { receiver_id: 'b6a1c6de-51b3-4d67-9f0b-77a3a5a1c502' } });",
    accepted: "export const open = own.card.findMany({ where: { state: 'OPEN' } });",
  },
  {
    promise: 'a unique key of one receiver names no other',
    refused: "export const theirCard = own.card.findUnique({ where: { receiver_id_token: { receiver_id: 'another', token: 'card' } } });",
    accepted: "export const ownCard = own.card.findUnique({ where: { receiver_id_token: { token: 'card' } } });",
  },
  {
    promise: 'a condition that was made elsewhere names no other receiver either',
    refused: 'export const found = (where: { receiver_id: string; token: string }) => own.card.findMany({ where });',
    accepted: 'export const foundOwn = (where: { token: string }) => own.card.findMany({ where });',
  },
  {
    promise: 'no alternative of a condition names another receiver',
    refused: "export const either = own.card.findMany({ where: { OR: [{ token: 'card' }, { receiver_id: 'another' }] } });",
    accepted: "export const eitherOwn = own.card.findMany({ where: { OR: [{ token: 'card' }, { state: 'OPEN' }] } });",
  },
  {
    promise: 'a row is added for no other receiver',
    refused: "export const foreign = own.staffNote.create({ data: { receiver_id: 'another', author_id: 'staff', text: 'a note' } });",
    accepted: "export const note = own.staffNote.create({ data: { author_id: 'staff', text: 'a note' } });",
  },
  {
    promise: 'a row does not move to another receiver',
    refused: "export const moved = own.card.updateMany({ data: { receiver_id: 'another' } });",
    accepted: "export const paused = own.card.updateMany({ data: { state: 'PAUSED' } });",
  },
  {
    promise: 'a record does not become that of another receiver',
    refused: "export const taken = own.receiver.update({ data: { id: 'another' } });",
    accepted: "export const renamed = own.receiver.update({ data: { business_name: 'Ada' } });",
  },
  {
    promise: 'rows that are not of one receiver alone are not among them',
    refused: 'export const inbox = own.webhookInbox.findMany();',
    accepted: 'export const timeline = own.timelineEvent.findMany();',
  },
  {
    promise: 'nothing is written where rows are only read to be shown',
    refused: "export const marked = databaseOf(reading, scope).card.updateMany({ data: { state: 'PAUSED' } });",
    accepted: "export const shownCards = databaseOf(reading, scope).card.findMany({ where: { state: 'PAUSED' } });",
  },
  {
    promise: 'nothing is decided by what is read to be shown',
    refused: 'export const lockedThere = lockReceiver(reading, scope);',
    accepted: 'export const lockedHere = lockReceiver(transaction, scope);',
  },
  {
    promise: 'a decision about a purchase has no reading',
    refused: 'export const asked = (given: DecisionDeps) => given.beginReading();',
    accepted: 'export const begun = (given: FileDeps) => given.beginReading();',
  },
  {
    promise: 'a use case has no SQL',
    refused: 'export const sql = deps.database.$queryRaw`SELECT token FROM card`;',
    accepted: 'export const named = readAccountRows(deps.database, scope);',
  },
  {
    promise: 'a plain number is no money',
    refused: 'export const plain: Cents = 100;',
    accepted: 'export const branded: Cents = cents(100);',
  },
  {
    promise: 'the day that a page shows is no present',
    refused: 'export const shown: Date = readViewDate(null, new Date(0));',
    accepted: 'export const present: Date = new Date(0);',
  },
  {
    promise: 'a call with an effect says what staff may do with it',
    refused:
      "export const silent = defineRoute({ method: 'POST', path: '/api/a', summary: 'a', who: 'receiver', storeStaff: 'never', team: 'owner', idempotent: false, out: nothing });",
    accepted:
      "export const said = defineRoute({ method: 'POST', path: '/api/a', summary: 'a', who: 'receiver', storeStaff: 'never', team: 'owner', idempotent: false, masquerade: 'refused', out: nothing });",
  },
  {
    promise: 'a call with an effect says whether it may be repeated',
    refused:
      "export const unsaid = defineRoute({ method: 'PATCH', path: '/api/a', summary: 'a', who: 'receiver', storeStaff: 'never', team: 'owner', masquerade: 'audited', out: nothing });",
    accepted:
      "export const read = defineRoute({ method: 'GET', path: '/api/a', summary: 'a', who: 'receiver', storeStaff: 'never', team: 'owner', out: nothing });",
  },
  {
    promise: 'a call of a merchant says what a store’s staff may do with it',
    refused: "export const anybodys = defineRoute({ method: 'GET', path: '/api/a', summary: 'a', who: 'receiver', team: 'owner', out: nothing });",
    accepted:
      "export const owners = defineRoute({ method: 'GET', path: '/api/a', summary: 'a', who: 'receiver', storeStaff: 'never', team: 'owner', out: nothing });",
  },
  {
    promise: 'a call of a merchant says which of the team may make it',
    refused: "export const teamless = defineRoute({ method: 'GET', path: '/api/a', summary: 'a', who: 'receiver', storeStaff: 'never', out: nothing });",
    accepted:
      "export const managers = defineRoute({ method: 'GET', path: '/api/a', summary: 'a', who: 'receiver', storeStaff: 'never', team: 'managers', out: nothing });",
  },
];

const imports = [
  "import { readAccountRows } from './db/queries/accountRows.ts';",
  "import { lockReceiver } from './db/queries/lockReceiver.ts';",
  "import { type ReceiverScope, receiverScope } from './db/scope.ts';",
  "import { inTransaction, type Reading, type Transaction } from './db/database.ts';",
  "import { databaseOf } from './db/databaseOf.ts';",
  "import type { DecisionDeps, Deps, FileDeps } from './services/deps.ts';",
  "import { type Cents, cents } from './domain/basics/money.ts';",
  "import { readViewDate } from './domain/access/viewDate.ts';",
  "import { defineRoute, type RouteContract } from './contract/define.ts';",
  'declare const deps: Deps;',
  'declare const scope: ReceiverScope;',
  'declare const transaction: Transaction;',
  'declare const reading: Reading;',
  'const own = databaseOf(transaction, scope);',
  "declare const nothing: RouteContract['out'];",
];

/** The planted file with the code of all walls. */
export const climber = 'server/climber.ts';
export const climberText = [...imports, ...walls.flatMap(({ refused, accepted }) => [refused, accepted])].join('\n');

/** The walls, each with the line of its refused code; the line after it must compile. */
export const wallsInClimber = walls.map(({ promise }, at) => ({ promise, line: imports.length + 2 * at + 1 }));
