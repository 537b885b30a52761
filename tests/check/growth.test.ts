import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../support/database.ts';
import { freePort } from '../support/freePort.ts';
import type { Texts } from './compiler.ts';
import { both, growths, isAt, isOfProject, type Place, placesOf, textOf, without } from './growth.ts';
import { plantInCopy, root, type SeededProject } from './seeds.ts';

describe.each(growths)('the places of a planted $name', (growth) => {
  const { name, plan, readme, section } = growth;
  const text = textOf(readme).split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? '';

  it('are all that it touches', () => {
    const places = placesOf(growth);
    expect([...plan.keys()].filter((file) => !places.some((place) => isAt(place, file)))).toEqual([]);
    expect(places.filter((place) => ![...plan.keys()].some((file) => isAt(place, file)))).toEqual([]);
  });

  it('are the steps of the README', () => {
    const steps = [...text.matchAll(/^\d+\. ([^:]+):/gm)].flatMap(([, files = '']) => [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file));
    expect(steps.map((file) => file.replace(/<(name|key)>/, name)).toSorted()).toEqual(placesOf(growth).toSorted());
  });

  it('are counted there', () => {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(` needs ${countInWords(placesOf(growth))}. `);
  });
});

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Returns how many places of each kind there are, as a README says it. The README itself is one of them. */
function countInWords(places: readonly Place[]): string {
  const parts = [
    [places.filter((place) => place.endsWith('.ts') && isOfProject(place)).length, 'existing TypeScript file'],
    [places.filter((place) => place.endsWith('.ts') && !isOfProject(place)).length, 'new TypeScript file'],
    [places.filter((place) => place.endsWith('/')).length, 'new folder'],
    [places.filter((place) => /\.(svg|css|png)$/.test(place)).length, 'asset'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, kind]) => `${words[count]} ${kind}${count === 1 ? '' : 's'}`);
  return `${said.join(', ')} and the README`;
}

/** The parts that a variant has of its own. It shares all others with the project. */
const ownParts = [
  'README.md',
  'server/config.ts',
  'server/settings.ts',
  'server/domain',
  'server/programs',
  'standalone/public/brand',
  'tests/core/programs.test.ts',
  'tests/core/readme.test.ts',
  'tests/support/contrast.ts',
];

/** The folders whose other entries a variant shares with the project. */
const sharedFolders = ['.', 'server', 'standalone', 'standalone/public', 'tests', 'tests/core', 'tests/support'];

/** Makes a copy of the project at a folder, with planted texts. */
function makeVariant(folder: string, texts: Texts): void {
  for (const part of ownParts) cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const shared of sharedFolders) {
    for (const entry of readdirSync(join(root, shared))) {
      if (!existsSync(join(folder, shared, entry))) symlinkSync(join(root, shared, entry), join(folder, shared, entry));
    }
  }
  for (const [file, text] of texts) if (ownParts.some((part) => file.startsWith(part))) writeFileSync(join(folder, file), text);
}

interface Results {
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
}

describe("the product's own tests", () => {
  const complete = growths.map(({ name, plan }) => ({ name, folder: name, rest: plan }));
  const incomplete = growths.flatMap(({ name, plan, missedByTests }) =>
    missedByTests.map(({ place, test }, at) => ({ name, folder: `${name}${at}`, rest: without(plan, place), place, test })),
  );
  let project: SeededProject;
  let results: Results;

  beforeAll(() => {
    // Its limit of time is that of the product's own run, so that no test fails because the machine is busy.
    project = plantInCopy([], {
      'vitest.config.mjs':
        "export default { cacheDir: '.cache', test: { include: ['*/tests/core/{programs,readme}.test.ts'], isolate: false, testTimeout: 180_000 } };",
    });
    for (const { folder, rest } of [...complete, ...incomplete]) makeVariant(join(project.folder, folder), rest);
    project.run('vitest', ['run', '--reporter=json', '--outputFile=results.json']);
    results = JSON.parse(readFileSync(join(project.folder, 'results.json'), 'utf8')) as Results;
  });
  afterAll(() => project.remove());

  /** Returns the names of the tests that failed in a variant, and makes sure that both files ran. */
  function failedIn(folder: string): readonly string[] {
    const ran = results.testResults.filter(({ name }) => name.includes(`/${folder}/`));
    const hasRun = ran.map(({ message, assertionResults }) => message === '' && assertionResults.length > 0);
    expect(hasRun).toEqual([true, true]);
    return ran
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName);
  }

  it.each(complete)('pass with all of $name', ({ folder }) => {
    expect(failedIn(folder)).toEqual([]);
  });

  it.each(incomplete)('fail for $name without $place', ({ folder, test }) => {
    expect(failedIn(folder)).toContain(test);
  });
});

/** Prints what the planted product says of the sixth brand, and what the second issuer answers from its stand-in. */
const probe = `
import { Registry } from 'prom-client';
import { ConfigurationError, readConfig } from './server/config.ts';
import { currentAgreements } from './server/programs/agreements/index.ts';
import { programByHost, resolvePrograms } from './server/programs/index.ts';
import { startSandbox } from './server/sandbox/index.ts';
import { describePage } from './server/services/program/describePage.ts';
import { hostedDesigns } from './server/start/hostedDesigns.ts';
import { openProviders } from './server/start/providers.ts';

const clock = () => new Date();
const quiet = { debug() {}, info() {}, warn() {}, error: console.error };
const providersOf = (config) => openProviders(config, new Registry(), clock);
const complaintsOf = (environment) => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.lines.map((line) => line.split(':')[0]).filter((name) => /LITHIC|KEEL/.test(name)).toSorted();
  }
};

const config = readConfig({ ...process.env, CARD_ISSUER: 'keel' });
const sandbox = await startSandbox({ database: { connectionString: process.env.DATABASE_URL }, config, hostedDesigns: hostedDesigns(), productUrl: 'http://127.0.0.1:9', log: quiet });
const providers = providersOf(config);
const program = programByHost('orchard.localhost:3000', resolvePrograms(config));
const page = describePage({ config, clock, providers }, program);

const address = { address1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97205', country: 'USA' };
const holder = await providers.cardIssuer.createAccountHolder(
  {
    business_entity: { legal_business_name: 'Orchard Bakery', government_id: '12-3456789', address, phone_numbers: ['+15035550123'] },
    nature_of_business: 'Bakes bread',
    control_person: {
      first_name: 'Ada', last_name: 'Alvarez', dob: '02/01/1980', government_id: '123-45-6789', email: 'ada@bakery.test', phone_number: '+15035550123', address,
    },
    beneficial_owner_individuals: [],
    agreed_at: clock(),
  },
  'orchard-bakery',
);
const order = { accountToken: holder.accountToken, kind: 'VIRTUAL', memo: 'Orchard Bakery', spendLimitCents: 50_000, key: '7c1a4f0e-0c59-4b53-9a52-6f0fd1ff2f4b' };
const card = await providers.cardIssuer.issueCard(order);
await sandbox.stop();

console.log(JSON.stringify({
  brand: { key: page.program.key, label: page.program.label, light: page.program.logo.light, auth: page.program.auth_url },
  terms: currentAgreements.terms_and_conditions.text(program).includes('Orchard'),
  issuer: providers.cardIssuer.name,
  usual: providersOf(readConfig({})).cardIssuer.name,
  frame: page.settings.card_frame_url,
  kyb: holder.status,
  card: { state: card.state, limit: card.spendLimitCents },
  demanded: { keel: complaintsOf({ NODE_ENV: 'production', CARD_ISSUER: 'keel' }), lithic: complaintsOf({ NODE_ENV: 'production' }) },
}));
process.exit(0);
`;

describe('a copy of the project', () => {
  let project: SeededProject;

  beforeAll(() => {
    project = plantInCopy(['server', 'app', 'standalone', 'extensions', 'prisma'], { ...Object.fromEntries(both), 'probe.mjs': probe });
  });
  afterAll(() => project.remove());

  /** Returns the files that nothing in the product needs; tests have no part in it. */
  const unusedFiles = (): readonly string[] => {
    const { output } = project.run('knip', ['--production', '--reporter', 'json', '--no-progress', '--include', 'files']);
    const { issues } = JSON.parse(output) as { issues: readonly { files: readonly { name: string }[] }[] };
    return issues.flatMap(({ files }) => files.map(({ name }) => name)).filter((name) => name !== 'probe.mjs');
  };

  it('with both planted serves the brand and issues a card of the issuer that its setting chooses', async () => {
    const { url, stop } = await emptyDatabase();
    const ports = { SANDBOX_PORT: String(await freePort()), SANDBOX_SMTP_PORT: String(await freePort()) };
    const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const, DATABASE_URL: url, ...ports };
    const { stdout, stderr } = spawnSync(process.execPath, ['probe.mjs'], { cwd: project.folder, encoding: 'utf8', env });
    await stop();
    expect(stderr).toBe('');
    const secrets = (of: string) => [`${of}_API_KEY`, `${of}_DECISION_SECRET`, `${of}_WEBHOOK_SECRET`];
    expect(JSON.parse(stdout)).toEqual({
      brand: {
        key: 'orchard',
        label: 'Orchard',
        light: '/_assets/app/brand/orchard-light.svg',
        auth: `http://auth.orchard.localhost:${ports.SANDBOX_PORT}`,
      },
      terms: true,
      issuer: 'keel',
      usual: 'lithic',
      frame: `http://localhost:${ports.SANDBOX_PORT}/keel/v1/embed/card`,
      kyb: 'ACCEPTED',
      card: { state: 'OPEN', limit: 50_000 },
      demanded: { keel: ['KEEL', ...secrets('KEEL')], lithic: ['LITHIC', ...secrets('LITHIC')] },
    });
  });

  it('with both planted has no file that nothing needs', () => {
    expect(unusedFiles()).toEqual([]);
  });

  it('without start/providers.ts and standIns.ts has files that nothing needs', () => {
    for (const place of growths.flatMap(({ missedByDeadCode }) => missedByDeadCode)) project.write(place, textOf(place));
    const unused = unusedFiles();
    for (const folder of ['server/providers/keel/', 'server/sandbox/keel/']) expect(unused).toContain(`${folder}index.ts`);
  });
});
