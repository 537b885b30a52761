import { spawnSync } from 'node:child_process';

// A change is proved by `npm test`, in ten minutes. What a change seldom breaks, or what tries one thing in every breadth, is left to
// `npm run test:all`: the files below, tests of the browser that are tagged `@all`, and most of the seeds of random histories.

/** Whether this run proves a change, and leaves the rest to `npm run test:all`. A runner started by hand, and `npm test -- WORD`, leave nothing out. */
export const provesChange = process.env.HEADWAY_TESTS === 'change';

/** Whether the stand-ins are other than on the main branch; also where that cannot be told. A file that git does not know yet does not count. */
function standInsDiffer(): boolean {
  const differs = (branch: string) => spawnSync('git', ['diff', '--quiet', branch, '--', 'server/sandbox']).status;
  // The status is 128 where there is no such branch.
  return (differs('origin/main') === 128 ? differs('main') : differs('origin/main')) !== 0;
}

/** Tests of the stand-ins. The product's own tests call these too, so that a change elsewhere needs no test of them. */
const ofStandIns = ['tests/core/sandbox/**', 'tests/core/sandboxTime.test.ts', 'tests/contract/description.test.ts', 'tests/contract/shopifyRules.test.ts'];

/** Files of vitest that `npm test` leaves out. */
const onlyInAll = [
  'tests/lab/**',
  // Operations.
  'tests/core/{backup,replica,partitions,databaseEmbedded,primary,reportsInSpreadsheet,start,demoHistory}.test.ts',
  // Every fault of every call to a provider; a call in 2,000 pieces; sweeps that spend a whole quota.
  'tests/contract/faults.test.ts',
  'tests/core/{embeddedTransfer,urgentCalls}.test.ts',
  // Thirty-eight days of a merchant to whom something falls due each day.
  'tests/core/moneyPresentments.test.ts',
  // Every way to compile something wrong: a run of the checks compiles what there is.
  'tests/check/types.test.ts',
];

/** Files of Playwright that `npm test` leaves out: breadth of one thing (accessibility, brands, answers that come late or fail), or of one page. */
const onlyInAllOfBrowser = [
  ...['brandsAccessible', 'onboardingPrograms', 'dashboardAccessible', 'onboardingAccessible', 'staffAccessible', 'wcag', 'focus'],
  ...['lateAnswers', 'onboardingTrouble', 'providerTrouble', 'unread', 'cardFrame', 'storeProblems'],
  ...['accountSwitcher', 'cardsOfPeople', 'dashboardFrame', 'limitLevers', 'mending', 'otherCurrencies', 'pushWorker', 'refusedBusiness', 'secondBank'],
  ...['sessionAnalytics', 'shortDraw', 'staffCardsAndTeam'],
];

/** Files of Playwright that a change tries on a phone too. */
const onPhone = ['dashboardPayments', 'embeddedMenu'];

const specs = (names: readonly string[]) => names.map((name) => `**/${name}.spec.ts`);

/** What this run has of the browser. */
export const browser = {
  tagsLeftOut: provesChange ? [/@all/] : [],
  filesLeftOut: provesChange ? specs(onlyInAllOfBrowser) : [],
  filesOnPhone: provesChange ? specs(onPhone) : '**/*.spec.ts',
};

/** Returns the files of vitest that this run leaves out. */
export const leftOut = (): string[] => (provesChange ? [...onlyInAll, ...(standInsDiffer() ? [] : ofStandIns)] : []);

/** Returns how many of so many random histories this run lives: a change is proved by a fifth. */
export const seedsOf = (all: number): number => (provesChange ? Math.ceil(all / 5) : all);
