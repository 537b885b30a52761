import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Texts } from './compiler.ts';
import { root } from './seeds.ts';

/** A sixth brand and a second card issuer, as the texts of every file that they add or change. */

type Read = (file: string) => string;

/** Returns the text of a file of the project. */
export const textOf: Read = (file) => readFileSync(join(root, file), 'utf8');

/** Returns the text with its first `from` replaced. Throws when there is none. */
export function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`there is no place to plant at: ${from}`);
  return text.replace(from, () => to);
}

const after = (text: string, place: string, addition: string) => replaced(text, place, place + addition);
const before = (text: string, place: string, addition: string) => replaced(text, place, addition + place);

/** Returns the part of a text from one place up to another. */
function between(text: string, from: string, to: string): string {
  const begin = text.indexOf(from);
  const end = text.indexOf(to, begin);
  if (begin < 0 || end < 0) throw new Error(`there is nothing between ${from} and ${to}`);
  return text.slice(begin, end);
}

/** Returns a text about one brand or provider as a text about another, in all three spellings. */
function renamed(text: string, from: string, to: string): string {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return text.replaceAll(from, to).replaceAll(capital(from), capital(to)).replaceAll(from.toUpperCase(), to.toUpperCase());
}

/** Returns the lines that match, each with its line end. */
const linesOf = (text: string, pattern: RegExp) => (text.match(new RegExp(`${pattern.source}.*\n`, 'gm')) ?? []).join('');

const asOrchard = (text: string) => renamed(text, 'boost', 'orchard');

/** A sixth brand, `orchard`, with the design and terms of boost. */
function plantedBrand(read: Read): Texts {
  const tests = read('tests/core/programs.test.ts');
  const readme = read('README.md');
  const settingRows = /^\| `(HOSTS|MAIL_FROM|AUTH_URL|PROPELAUTH_API_KEY|PROPELAUTH_VERIFIER_KEY)_BOOST`/;
  const pictures = ['light.svg', 'dark.svg', 'favicon.svg', 'art.svg', 'mail-light.png', 'mail-dark.png', 'icon-192.png', 'icon-512.png'];
  const assets = [...pictures, 'card.css', 'card-details.css'];
  return new Map([
    ['server/domain/program/programKeys.ts', replaced(read('server/domain/program/programKeys.ts'), "'meridian-new']", "'meridian-new', 'orchard']")],
    ['server/settings.ts', replaced(read('server/settings.ts'), "'MERIDIAN']", "'MERIDIAN', 'ORCHARD']")],
    ['server/programs/orchard.ts', asOrchard(read('server/programs/boost.ts'))],
    [
      'server/programs/all.ts',
      replaced(
        after(read('server/programs/all.ts'), "import { meridian } from './meridian.ts';\n", "import { orchard } from './orchard.ts';\n"),
        "'meridian-new': meridian }",
        "'meridian-new': meridian, orchard }",
      ),
    ],
    ...assets.map((asset) => [`standalone/public/brand/orchard-${asset}`, asOrchard(read(`standalone/public/brand/boost-${asset}`))] as const),
    ['tests/core/programs.test.ts', before(tests, '] as const;', asOrchard(linesOf(tests, /^ {2}\{ key: 'boost'/)))],
    ['README.md', before(readme, '| `HOSTS_CARD`', asOrchard(linesOf(readme, settingRows)))],
  ]);
}

/** The types of the SDK keep their name: the planted issuer speaks Lithic's protocol. */
const asKeel = (text: string) =>
  text
    .replaceAll('lithic', 'keel')
    .replaceAll("from 'keel'", "from 'lithic'")
    .replaceAll('createLithic', 'createKeel')
    .replaceAll('LITHIC', 'KEEL')
    .replaceAll('keel_managed', 'lithic_managed');

/** Returns a folder's files as those of another folder. */
function folderAsKeel(read: Read, from: string, to: string): [file: string, text: string][] {
  return readdirSync(join(root, from), { withFileTypes: true }).flatMap((entry): [string, string][] =>
    entry.isDirectory() ? folderAsKeel(read, `${from}/${entry.name}`, `${to}/${entry.name}`) : [[`${to}/${entry.name}`, asKeel(read(`${from}/${entry.name}`))]],
  );
}

/** Reads the settings of both issuers, and asks for none of the one that is not chosen. */
function configWithKeel(config: string): string {
  const unused = "  const unused = given('CARD_ISSUER') === 'keel' ? 'LITHIC' : 'KEEL';\n";
  const edits: [from: string, to: string][] = [
    [
      '  const given = (name: string) => environment[name]?.trim() || undefined;\n',
      `  const given = (name: string) => environment[name]?.trim() || undefined;\n${unused}`,
    ],
    ['    if (isReal(setting.provider) ||', '    if (setting.provider !== unused && (isReal(setting.provider) ||'],
    ['(setting.secret && requiresOwn(setting))) return undefined;', '(setting.secret && requiresOwn(setting)))) return undefined;'],
    ['productionComplaints(required, providerNames,', 'productionComplaints(required, providerNames.filter((provider) => provider !== unused),'],
    ['  return { optional, required, complaints };', '  return { optional, required, complaints, unused };'],
    ['  const { optional, required, complaints } =', '  const { optional, required, complaints, unused } ='],
    ['providerNames.some((provider) =>', 'providerNames.some((provider) => provider !== unused &&'],
    [
      'const isAnyPlayed = ({ required }: Reader) => providerNames.map(',
      'const isAnyPlayed = ({ required, unused }: Reader) => providerNames.filter((provider) => provider !== unused).map(',
    ],
    ['    keepsTime: required(settings.LITHIC) ===', "    keepsTime: required(reader.unused === 'LITHIC' ? settings.KEEL : settings.LITHIC) ==="],
    ['function plaidConfig(', `${asKeel(between(config, 'function lithicConfig(', 'function plaidConfig('))}function plaidConfig(`],
    ['    plaid: plaidConfig', '    cardIssuer: required(settings.CARD_ISSUER),\n    keel: keelConfig(reader),\n    plaid: plaidConfig'],
  ];
  return edits.reduce((text, [from, to]) => replaced(text, from, to), config);
}

function settingsWithKeel(settings: string): string {
  const choice = "  CARD_ISSUER: { name: 'CARD_ISSUER', meaning: 'the card issuer: lithic or keel', schema: z.enum(['lithic', 'keel']), default: 'lithic' },\n";
  const own = asKeel(between(settings, '  LITHIC: {', '  PLAID: {'));
  return before(replaced(settings, "'LITHIC', 'PLAID'", "'LITHIC', 'KEEL', 'PLAID'"), '  PLAID: {', choice + own);
}

function readmeWithKeel(readme: string): string {
  const settings = `| \`CARD_ISSUER\` | the card issuer: lithic or keel | \`lithic\` |\n${asKeel(linesOf(readme, /^\| `LITHIC/))}`;
  const provider = asKeel(linesOf(readme, /^\| Lithic \|/)).replaceAll('Lithic', 'Keel');
  return before(before(readme, '| `PLAID`', settings), '| Plaid |', provider);
}

/** A second card issuer, `keel`: Lithic's adapter and stand-in under another name, with settings of its own. */
function plantedIssuer(read: Read): Texts {
  const standIns = read('server/sandbox/standIns.ts');
  const providers = read('server/start/providers.ts');
  const imported = "import { createLithic } from '../providers/lithic/index.ts';\n";
  return new Map([
    ...folderAsKeel(read, 'server/providers/lithic', 'server/providers/keel'),
    ['server/settings.ts', settingsWithKeel(read('server/settings.ts'))],
    ['server/config.ts', configWithKeel(read('server/config.ts'))],
    [
      'server/start/providers.ts',
      replaced(
        before(providers, imported, asKeel(imported)),
        'createLithic(config.lithic, observe, limits)',
        "config.cardIssuer === 'keel' ? createKeel(config.keel, observe) : createLithic(config.lithic, observe, limits)",
      ),
    ],
    ...folderAsKeel(read, 'server/sandbox/lithic', 'server/sandbox/keel'),
    [
      'server/sandbox/standIns.ts',
      after(
        before(standIns, "import { createLithic } from './lithic/index.ts';\n", "import { createKeel } from './keel/index.ts';\n"),
        '  createLithic,\n',
        '  createKeel,\n',
      ),
    ],
    ['README.md', readmeWithKeel(read('README.md'))],
  ]);
}

/** Tells whether a file is there without anything planted. */
export const isOfProject = (file: string) => existsSync(join(root, file));

/** A file, or a whole new folder, which ends in a slash. */
export type Place = string;

/** Tells whether a file is at a place. */
export const isAt = (place: Place, file: string) => (place.endsWith('/') ? file.startsWith(place) : file === place);

/** Returns what is planted without some places. */
export const without = (plan: Texts, ...left: readonly Place[]): Texts => new Map([...plan].filter(([file]) => !left.some((place) => isAt(place, file))));

interface Growth {
  name: string;
  plan: Texts;
  /** The page and section that list the places. */
  readme: string;
  section: string;
  /** The places that the compiler misses when they are left out. */
  missedByTypes: readonly Place[];
  /** The places whose absence makes the rest unused: the check of dead code finds it. */
  missedByDeadCode: readonly Place[];
  /** The places that a test of the product misses. */
  missedByTests: readonly { place: Place; test: string }[];
}

const brand = plantedBrand(textOf);
const brandTests = 'the programs';

/** The brand and the issuer, with the places that they take. */
export const growths: readonly Growth[] = [
  {
    name: 'orchard',
    plan: brand,
    readme: 'server/programs/README.md',
    section: 'A brand',
    missedByTypes: ['server/domain/program/programKeys.ts', 'server/settings.ts', 'server/programs/orchard.ts', 'server/programs/all.ts'],
    missedByDeadCode: [],
    missedByTests: [
      ...['light.svg', 'dark.svg', 'favicon.svg', 'art.svg'].map((asset) => ({
        place: `standalone/public/brand/orchard-${asset}`,
        test: `${brandTests} the logos of orchard are there, draw with paths alone and run nothing`,
      })),
      ...['mail-light.png', 'mail-dark.png'].map((asset) => ({
        place: `standalone/public/brand/orchard-${asset}`,
        test: `${brandTests} the pictures of the logo of orchard for mails are there`,
      })),
      ...['icon-192.png', 'icon-512.png'].map((asset) => ({
        place: `standalone/public/brand/orchard-${asset}`,
        test: `${brandTests} the icons of orchard for home screens are there`,
      })),
      ...['card.css', 'card-details.css'].map((asset) => ({
        place: `standalone/public/brand/orchard-${asset}`,
        test: `${brandTests} the style sheets of the card of orchard are there, without and with its details`,
      })),
      { place: 'tests/core/programs.test.ts', test: `${brandTests} are the expected ones and share no key, host or setting` },
      { place: 'README.md', test: 'the README tells name, meaning and default of the setting AUTH_URL_ORCHARD' },
    ],
  },
  {
    name: 'keel',
    plan: plantedIssuer(textOf),
    readme: 'server/providers/README.md',
    section: 'A second card issuer',
    missedByTypes: ['server/providers/keel/', 'server/settings.ts', 'server/config.ts', 'server/sandbox/keel/'],
    missedByDeadCode: ['server/start/providers.ts', 'server/sandbox/standIns.ts'],
    missedByTests: [{ place: 'README.md', test: 'the README tells name, meaning and default of the setting KEEL_API_KEY' }],
  },
];

/** All that both plant. */
export const both: Texts = new Map([...brand, ...plantedIssuer((file) => brand.get(file) ?? textOf(file))]);

/** Returns the places of each kind. */
export const placesOf = ({ missedByTypes, missedByDeadCode, missedByTests }: Growth): readonly Place[] => [
  ...missedByTypes,
  ...missedByDeadCode,
  ...missedByTests.map(({ place }) => place),
];
