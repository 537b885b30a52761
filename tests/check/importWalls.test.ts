import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plant, type SeededProject } from './seeds.ts';

/** The files to import from. */
const houses = {
  'server/main.ts': "import './start/product.ts';",
  'server/start/product.ts': "import '../config.ts'; import 'pg'; await import('../sandbox/index.ts');",
  'server/start/run.mjs': "import 'node:fs'; import './prepare.mjs';",
  'server/start/prepare.mjs': 'export const prepared = true;',
  'server/config.ts': "import 'zod'; export interface Config { port: number } export const port = 3000;",
  'server/holidays.ts': "import 'date-holidays'; export const isHoliday = false;",
  'server/domain/money.ts': "import 'papaparse'; export const cents = 1;",
  'server/domain/rate.ts': "import { cents } from './money.ts'; export const rate = cents;",
  'server/contract/card.ts': "import 'zod'; import '../domain/money.ts'; export const card = 1;",
  'server/contract/openapi.ts': "import '@asteasolutions/zod-to-openapi'; import './card.ts';",
  'server/browser/press.ts': "import '../contract/card.ts'; import '../domain/money.ts'; import 'react';",
  'server/programs/index.ts': "import './boost.ts';",
  'server/programs/boost.ts': "import type { Config } from '../config.ts'; import '../domain/money.ts'; export type Boost = Config;",
  'server/programs/public.ts': "import type { Boost } from './boost.ts'; export type Public = Boost;",
  'server/providers/key.ts': 'export const key = 1;',
  'server/providers/call.ts': "import './key.ts';",
  'server/providers/page.ts': 'export interface Page { next: string | null }',
  'server/providers/ports/cardIssuer.ts':
    "import '../../domain/money.ts'; import type { Config } from '../../config.ts'; import type { Page } from '../page.ts'; export type CardIssuer = Page & Config;",
  'server/providers/urgency.ts': 'export const urgency = 1;',
  'server/providers/http.ts': "import type { CardIssuer } from './ports/cardIssuer.ts'; export type Http = CardIssuer;",
  'server/providers/lithic/index.ts': "import './client.ts'; import type { CardIssuer } from '../ports/cardIssuer.ts'; export type Lithic = CardIssuer;",
  'server/providers/lithic/client.ts': "import 'lithic'; import '../call.ts'; import type { Config } from '../../config.ts'; export type Client = Config;",
  'server/providers/plaid/index.ts': "import 'plaid'; export const plaid = 1;",
  'server/db/client.ts': "import 'pg'; export interface Database { url: string } export const database = 1;",
  'server/db/database.ts': "import type { PrismaClient } from './generated/client.ts'; export type Database = PrismaClient;",
  'server/db/databaseOf.ts': "import './client.ts'; export const databaseOf = 1;",
  'server/db/jobConnection.ts': "import './client.ts'; export const jobConnection = 1;",
  'server/db/rows.ts': 'export interface Card { token: string }',
  'server/db/queries/draws.ts': "import '../client.ts'; export const draws = 1;",
  'server/db/generated/client.ts': 'export interface PrismaClient { url: string } export const Prisma = 1;',
  'server/db/scope.ts': 'export interface ReceiverScope { receiverId: string } export const receiverScope = 1;',
  'server/jobs/queue.ts':
    "import 'pg-boss'; import '../db/jobConnection.ts'; import '../providers/urgency.ts'; import type { Database } from '../db/database.ts'; export type Queue = Database;",
  'server/jobs/sendDraw.ts': "import '../services/drawRepayment.ts'; import '../db/scope.ts';",
  'server/services/drawRepayment.ts':
    "import '../providers/ports/cardIssuer.ts'; import '../providers/key.ts'; import '../db/databaseOf.ts'; import '../db/queries/draws.ts'; import '../domain/money.ts'; import '../contract/card.ts'; import '../jobs/queue.ts'; import '../programs/index.ts'; import type { Card } from '../db/rows.ts'; export type Drawn = Card;",
  'server/services/mail/sendLetter.ts': "import './letter.ts';",
  'server/services/payout/creditOf.ts': 'export const credit = 1;',
  'server/services/repayment/sendDraw.ts': "import '../payout/sendPayout.ts'; import '../access/viewReceiver.ts';",
  'server/services/payout/sendPayout.ts': 'export const paid = true;',
  'server/services/mail/letter.ts': 'export const letter = 1;',
  'server/services/privacy/customerDataLetter.ts': "import '../mail/letter.ts';",
  'server/services/spendingPower/recomputeSpendingPower.ts': 'export const recomputed = true;',
  'server/jobs/spendingPower.ts': "import '../services/spendingPower/recomputeSpendingPower.ts'; import '../services/mail/sendLetter.ts';",
  'server/services/access/viewReceiver.ts': "import '../../db/scope.ts';",
  'server/files/fileCalls.ts': "import '../services/reports/writeFile.ts';",
  'server/files/messages.ts': "import type { Config } from '../config.ts'; export type Message = Config;",
  'server/services/reports/writeFile.ts': "import 'pdfkit'; export const written = true;",
  'server/start/fileProcess.ts': "import '../files/fileCalls.ts'; import type { Message } from '../files/messages.ts'; export type Given = Message;",
  'server/http/routes/card.ts': "import '../../services/drawRepayment.ts'; import '../../contract/card.ts'; import '../../programs/index.ts';",
  'server/http/loadContext.ts': "import '../services/access/viewReceiver.ts'; export interface LoadContext { card: string }",
  'server/http/developmentServers.ts': "import type { Vite } from 'vite'; await import('vite'); export type Servers = Vite;",
  'server/sandbox/index.ts': "import type { Config } from '../config.ts'; import 'lithic'; import 'pg'; import 'smtp-server'; export type Sandbox = Config;",
  'app/root.tsx':
    "import type { LoadContext } from '../server/http/loadContext.ts'; import '../server/domain/money.ts'; import '../server/browser/press.ts'; export type Root = LoadContext;",
  'standalone/main.tsx': "import '../server/contract/card.ts'; import '../server/browser/press.ts'; import '../server/programs/public.ts';",
  'extensions/order/src/panel.tsx': "import './text.ts';",
  'extensions/order/src/text.ts': 'export const text = 1;',
  'tests/simulation/oracle/calendar.ts': 'export const day = 1;',
  'tests/simulation/oracle/debts.ts': "import './calendar.ts'; export const debt = 1;",
  'tests/lab/failover/oracle/verdict.ts': "import 'pg';",
  'tests/lab/histories/oracle/debt.ts': 'export const debt = 1;',
  'tests/lab/histories/oracle/judge.ts': "import './debt.ts'; export const judged = 1;",
  'tests/core/card.test.ts':
    "import 'vitest'; import '../../server/main.ts'; import '../../server/db/client.ts'; import '../../server/providers/plaid/index.ts';",
};

/** Every wall, with a file that breaks it. */
const climbers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'server/domain imports only what it may': { 'server/domain/climber.ts': "import '../config.ts';" },
  'server/contract imports only what it may': { 'server/contract/climber.ts': "import '../services/drawRepayment.ts';" },
  'server/browser imports only what it may': { 'server/browser/climber.ts': "import '../programs/public.ts';" },
  'what both frontends share has no looks': { 'server/browser/climber2.ts': "import '@shopify/polaris';" },
  'server/programs imports only what it may': { 'server/programs/climber.ts': "import '../db/client.ts';" },
  'server/programs imports types only from there': { 'server/programs/climber2.ts': "import '../config.ts';" },
  'server/providers imports only what it may': { 'server/providers/lithic/climber.ts': "import '../../db/client.ts';" },
  'server/providers imports types only from there': { 'server/providers/lithic/climber2.ts': "import '../../config.ts';" },
  'server/db imports only what it may': { 'server/db/climber.ts': "import '../services/drawRepayment.ts';" },
  'server/db imports types only from there': { 'server/db/climber2.ts': "import '../config.ts';" },
  'server/services imports only what it may': { 'server/services/climber.ts': "import '../providers/lithic/index.ts';" },
  'server/services imports types only from there': { 'server/services/climber2.ts': "import '../holidays.ts';" },
  'server/jobs imports only what it may': { 'server/jobs/climber.ts': "import '../providers/lithic/index.ts';" },
  'server/jobs imports types only from there': { 'server/jobs/climber2.ts': "import '../db/client.ts';" },
  'server/http imports only what it may': { 'server/http/climber.ts': "import '../db/client.ts';" },
  'server/http imports types only from there': { 'server/http/climber2.ts': "import '../config.ts';" },
  'server/sandbox imports only what it may': { 'server/sandbox/climber.ts': "import '../domain/money.ts';" },
  'server/sandbox imports types only from there': { 'server/sandbox/climber2.ts': "import '../config.ts';" },
  'app imports only what it may': { 'app/routes/climber.tsx': "import '../../server/db/client.ts';" },
  'app imports types only from there': { 'app/routes/climber2.tsx': "import '../../server/services/drawRepayment.ts';" },
  'standalone imports only what it may': { 'standalone/climber.ts': "import type { Database } from '../server/db/client.ts'; export type Climber = Database;" },
  'extensions imports only what it may': { 'extensions/order/src/climber.ts': "import '../../../server/domain/money.ts';" },
  'rules and contract run in a browser': { 'server/domain/climber2.ts': "import 'node:crypto';" },
  'rules use pure libraries only': { 'server/domain/climber3.ts': "import 'zod';" },
  'the contract is zod and nothing else': { 'server/contract/climber2.ts': "import 'papaparse';" },
  'a provider knows no other provider': { 'server/providers/lithic/climber3.ts': "import '../plaid/index.ts';" },
  'what providers share knows no provider': { 'server/providers/climber.ts': "import './plaid/index.ts';" },
  'a port names no provider': {
    'server/providers/ports/climber.ts': "import '../lithic/index.ts';",
    'server/providers/ports/climber2.ts': "import '../call.ts';",
  },
  'a provider SDK stays in its folder': { 'server/services/climber3.ts': "import 'lithic';" },
  'server/files imports only what it may': { 'server/files/climber.ts': "import '../db/client.ts';" },
  'server/files imports types only from there': { 'server/files/climber2.ts': "import '../config.ts';" },
  'files are made in processes of their own': {
    'server/http/climber5.ts': "import '../services/way.ts';",
    'server/services/way.ts': "import 'pdfkit';",
    'server/http/climber6.ts': "import '../files/fileCalls.ts';",
  },
  'the database driver stays in db': { 'server/services/climber4.ts': "import 'pg';" },
  "everybody's rows stay in db": {
    'server/services/climber13.ts': "import '../db/client.ts';",
    'server/services/climber14.ts': "import type { PrismaClient } from '../db/generated/client.ts'; export type Climber = PrismaClient;",
  },
  "a transaction's own connection is the queue's": { 'server/services/climber15.ts': "import '../db/jobConnection.ts';" },
  'a receiver scope is made where the caller is known': { 'server/services/climber5.ts': "import '../db/scope.ts';" },
  'the queue stays in one file': { 'server/services/climber6.ts': "import 'pg-boss';" },
  'a room imports only rooms below it': {
    'server/services/payout/climber.ts': "import '../card/way.ts';",
    'server/services/card/way.ts': "import '../payout/creditOf.ts'; export const way = 1;",
  },
  'each room has its floor': { 'server/services/cellar/climber.ts': "import '../access/viewReceiver.ts';" },
  'a letter is only enqueued': { 'server/services/climber16.ts': "import './mail/letter.ts';" },
  'spending power is recomputed by its job': { 'server/http/climber4.ts': "import '../services/spendingPower/recomputeSpendingPower.ts';" },
  'one file knows the holidays': { 'server/services/climber7.ts': "import 'date-holidays';" },
  'only main starts the sandbox': { 'server/services/climber8.ts': "import '../sandbox/index.ts';" },
  'only main composes': { 'server/http/climber3.ts': "import '../start/product.ts';" },
  'the product knows no test': {
    'server/services/climber9.ts': "import '../../tests/support/climber.ts';",
    'tests/support/climber.ts': 'export const climber = 1;',
  },
  'the model of the simulation stands alone': {
    'tests/simulation/oracle/climber.ts': "import '../../../server/domain/money.ts';",
    'tests/simulation/oracle/climber2.ts': "import 'node:crypto';",
  },
  'the checkers of the lab know nothing of the product': {
    'tests/lab/failover/oracle/climber.ts': "import '../../../../server/db/client.ts';",
    'tests/lab/histories/oracle/climber.ts': "import '../../../../server/db/client.ts';",
  },
  'what proves a change needs no lab': {
    'tests/core/climber.test.ts': "import '../lab/rehearsal/climber.ts';",
    'tests/lab/rehearsal/climber.ts': 'export const climber = 1;',
  },
  'a start needs nothing installed': { 'server/start/climber.mjs': "import 'zod';" },
  'nothing a browser loads reaches the server': {
    'standalone/climber2.ts': "import '../server/contract/way.ts';",
    'server/contract/way.ts': "import '../domain/way.ts';",
    'server/domain/way.ts': "import '../db/client.ts';",
  },
  'the product runs without development packages': { 'server/services/climber10.ts': "import 'fast-check';" },
  'what production lacks is loaded only where it runs': { 'server/start/climber2.ts': "import '../sandbox/index.ts';" },
  'every import is found': { 'server/services/climber11.ts': "import './nowhere.ts';" },
  'no cycles': {
    'server/domain/climber4.ts': "import './climber5.ts';",
    'server/domain/climber5.ts': "import type { Climber } from './climber6.ts'; export type Named = Climber;",
    'server/domain/climber6.ts': "import './climber4.ts'; export interface Climber { name: string }",
  },
  'no orphans': { 'server/services/climber12.ts': 'export const alone = true;' },
};

const packages = [
  'pg',
  'pg-boss',
  'zod',
  '@asteasolutions/zod-to-openapi',
  'papaparse',
  'pdfkit',
  'lithic',
  'plaid',
  'date-holidays',
  'react',
  '@shopify/polaris',
  'vitest',
  'fast-check',
  'smtp-server',
  'vite',
];
const installed = Object.fromEntries(
  packages.flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' })],
    [`node_modules/${name}/index.js`, ''],
  ]),
);

interface Violation {
  rule: { name: string };
  from: string;
}

let project: SeededProject;
let violations: readonly Violation[];
let ruleNames: readonly string[];

beforeAll(() => {
  project = plant({ ...houses, ...installed, ...Object.assign({}, ...Object.values(climbers)) });
  const folders = ['server', 'app', 'standalone', 'extensions', 'tests'];
  const { output } = project.run('depcruise', ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders]);
  const { summary } = JSON.parse(output) as { summary: { violations: Violation[]; ruleSetUsed: { forbidden: { name: string }[] } } };
  violations = summary.violations;
  ruleNames = summary.ruleSetUsed.forbidden.map(({ name }) => name);
});
afterAll(() => project.remove());

const climbedBy = (file: string) => violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);

describe('import walls', () => {
  it.each(Object.entries(climbers))('%s', (wall, files) => {
    expect(Object.keys(files).flatMap(climbedBy)).toContain(wall);
  });

  it('let through what each folder may import', () => {
    expect(Object.keys(houses).map((file) => [file, climbedBy(file)])).toEqual(Object.keys(houses).map((file) => [file, []]));
  });

  it('are all proved here', () => {
    expect(new Set(ruleNames)).toEqual(new Set(Object.keys(climbers)));
  });
});
