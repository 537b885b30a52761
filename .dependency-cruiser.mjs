// The import rules between folders. Each gives its reason, so that nobody removes it without knowing what it protects.
const OURS = '^(server|app|standalone|extensions|tests|prisma)/';

const config = '^server/config\\.ts$';
const clock = '^server/clock\\.ts$';
const domain = '^server/domain/';
const contract = '^server/contract/';
const browser = '^server/browser/';
const programs = '^server/programs/';
const programsPublic = '^server/programs/public\\.ts$';
const providerPort = '^server/providers/ports/[^/]+\\.ts$';
const providerVocabulary = '^server/providers/(failure|key|signature)\\.ts$';
const providerShared = '^server/providers/[^/]+\\.ts$';
/** The files that compose the product. */
const composition = '^server/(main|start/[^/]+)\\.ts$';
const receiverScope = '^server/db/scope\\.ts$';
/** A use case's access to the database: one receiver's rows, and named queries. */
const scopedDatabase = ['^server/db/(cents|database|databaseOf|shopifySessions|storedJson|unreachable)\\.ts$', '^server/db/queries/'];
const storedTypes = '^server/db/(rows|secrets)\\.ts$';
/** The database client itself, which reaches the rows of all receivers. */
const everybodysRows = '^server/db/(client\\.ts$|generated/)';
/** How urgent a job's calls to providers are. */
const urgency = '^server/providers/urgency\\.ts$';
const jobConnection = '^server/db/jobConnection\\.ts$';
const queue = '^server/jobs/queue\\.ts$';
const sandbox = '^server/sandbox/';
/** Loads Vite in development only. */
const developmentServers = '^server/http/developmentServers\\.ts$';
const loadContext = '^server/http/loadContext\\.ts$';

/** The rooms of `server/services`, by floors from the ground up. A room may import those on lower floors. */
const floors = [
  ['access', 'receiver', 'requests', 'upkeep'],
  ['contact', 'ledger', 'onboarding'],
  ['providerCalls', 'spendingPower'],
  ['bank', 'identities', 'transfers'],
  ['payout', 'store'],
  ['handIn', 'repayment'],
  ['card'],
  ['insights', 'kyb', 'transactions'],
  ['mail', 'reports'],
  ['alerts', 'privacy', 'staff'],
  ['profile', 'team', 'webhooks'],
  ['reconciliation', 'signIn'],
  ['events'],
];
const rooms = floors.flat();
const inRoom = (names) => `^server/services/(${names.join('|')})/`;

/** Scripts of npm commands. Each composes its own parts, as main does. */
const script = '^server/db/[^/]+\\.mjs$';

/** Returns the rules for a folder: which other parts of the project it may import, and why no more. From `typesOf` it may import types only, which do not exist at run time. */
const may = (folder, { values, typesOf = [] }, comment) => [
  {
    name: `${folder} imports only what it may`,
    comment,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: script },
    to: { path: OURS, pathNot: [`^${folder}/`, ...values, ...typesOf] },
  },
  ...(typesOf.length === 0
    ? []
    : [
        {
          name: `${folder} imports types only from there`,
          comment,
          severity: 'error',
          from: { path: `^${folder}/`, pathNot: script },
          to: { path: typesOf, pathNot: [`^${folder}/`, ...values], dependencyTypesNot: ['type-only'] },
        },
      ]),
];

const wall = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    ...may('server/domain', { values: [] }, 'Rules stand alone, so that they can be read, tested and run in a browser without anything else.'),
    ...may(
      'server/contract',
      { values: [domain] },
      'The contract describes the wire in the words of the rules. A caller must not depend on how a call is answered.',
    ),
    ...may(
      'server/browser',
      { values: [domain, contract] },
      'It holds the browser code that both frontends share, without styling. Each frontend passes in its own way to call the server.',
    ),
    ...may(
      'server/programs',
      { values: [domain], typesOf: [config] },
      'A program is plain data. With imports, behavior that differs by program could hide in it.',
    ),
    ...may(
      'server/providers',
      { values: [domain], typesOf: [config] },
      'A provider can be replaced only while its code knows neither our database nor the use of its answers.',
    ),
    ...may('server/db', { values: [domain], typesOf: [config] }, 'Storage serves every use case, so it must not depend on any.'),
    ...may(
      'server/services',
      {
        values: [domain, contract, programs, ...scopedDatabase, receiverScope, providerPort, providerVocabulary, queue],
        typesOf: [config, clock, storedTypes, '^server/holidays\\.ts$', '^server/providers/page\\.ts$'],
      },
      'A use case calls a provider through its port only, whose lists come in pages. Time, holidays and settings are passed in, so that a test can choose them.',
    ),
    ...may(
      'server/jobs',
      { values: ['^server/services/', domain, contract, receiverScope, jobConnection, urgency], typesOf: [config, clock, '^server/db/'] },
      'A job decides nothing: it calls the use case that a request would call.',
    ),
    ...may(
      'server/http',
      { values: ['^server/services/', domain, contract, programs], typesOf: [config, clock, receiverScope] },
      'A route decides nothing. A query of its own would bypass the use case that checks the caller.',
    ),
    ...may(
      'server/files',
      { values: ['^server/services/', domain, contract], typesOf: [clock, config] },
      'It carries orders to processes and files back. What a file holds is the matter of its use case.',
    ),
    ...may('server/sandbox', { values: [], typesOf: [config] }, 'A stand-in that shared code with the product would share its mistakes and prove nothing.'),
    ...may(
      'app',
      { values: [domain, contract, browser, programsPublic], typesOf: [loadContext, '^server/services/'] },
      'The embedded app gets its use cases from the load context. It opens no database and calls no provider itself.',
    ),
    ...may('standalone', { values: [domain, contract, browser, programsPublic] }, 'The dashboard runs in a browser and asks the server over HTTP.'),
    ...may('extensions', { values: [] }, 'Shopify packs an extension from its own folder alone.'),
    wall(
      'rules and contract run in a browser',
      'Both frontends load them, and a browser has no Node modules.',
      { path: '^server/(domain|contract)/' },
      { dependencyTypes: ['core'] },
    ),
    wall(
      'what both frontends share has no looks',
      'Each frontend is styled by the library of its own platform.',
      { path: browser },
      { path: 'node_modules/(@shopify/|@bigcommerce/|styled-components/)' },
    ),
    wall(
      'rules use pure libraries only',
      'A library can read the clock or the network just like our own code.',
      { path: domain },
      { path: 'node_modules/', pathNot: 'node_modules/papaparse/' },
    ),
    wall(
      'the contract is zod and nothing else',
      'Both frontends load every byte that it imports. Only the server makes the OpenAPI document.',
      { path: contract, pathNot: '^server/contract/openapi\\.ts$' },
      { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    ),
    wall(
      'a provider knows no other provider',
      'Each can be replaced alone. Code that two of them need lies beside their folders. A port states what the product asks of any provider.',
      { path: '^server/providers/([^/]+)/', pathNot: providerPort },
      { path: '^server/providers/', pathNot: ['^server/providers/$1/', providerShared, providerPort] },
    ),
    wall(
      'what providers share knows no provider',
      'Otherwise each provider would depend on all others through the shared code.',
      { path: providerShared },
      { path: '^server/providers/[^/]+/', pathNot: providerPort },
    ),
    wall(
      'a port names no provider',
      'A port uses the words of the rules, so that another provider can answer it. Lists come in pages.',
      { path: providerPort },
      { path: OURS, pathNot: [domain, config, '^server/providers/page\\.ts$', providerPort] },
    ),
    wall(
      'a provider SDK stays in its folder',
      "Each provider's words and failures are translated once, in its own folder.",
      { path: '^(server|app|standalone)/', pathNot: '^server/(providers|sandbox)/' },
      { path: 'node_modules/(lithic|plaid|posthog-node|@propelauth/node|nodemailer|web-push)/' },
    ),
    wall(
      'files are made in processes of their own',
      "Making one takes the event loop for long, and everybody's requests wait for it. A child of the web process runs `server/start/fileProcess.ts`, and takes its orders.",
      { path: '^server/(http|jobs)/|^server/main\\.ts$|^server/start/(product|wholeProduct|decide)\\.ts$' },
      {
        path: ['node_modules/(pdfkit|fontkit)/', '^server/files/(answerOrders|makeFile|fileCalls)\\.ts$', '^server/services/reports/writeFile\\.ts$'],
        reachable: true,
      },
    ),
    wall(
      'the database driver stays in db',
      'A query anywhere else would bypass the receiver scope.',
      { path: '^(server|standalone|app)/', pathNot: ['^server/(db|sandbox)/', composition] },
      { path: 'node_modules/(pg|@prisma/adapter-pg|@prisma/client)/' },
    ),
    wall(
      "everybody's rows stay in db",
      'A use case gets the rows of one receiver from `databaseOf`. Work across receivers, and SQL, are named functions in db/queries.',
      { path: '^(server|app|standalone)/', pathNot: ['^server/(db|sandbox)/', composition] },
      { path: everybodysRows },
    ),
    wall(
      "a transaction's own connection is the queue's",
      'Other code could run any statement on it.',
      { path: '^(server|app|standalone)/', pathNot: ['^server/db/', queue] },
      { path: jobConnection },
    ),
    wall(
      'a receiver scope is made where the caller is known',
      'Code that makes a scope elsewhere could read the rows of any receiver.',
      {
        path: '^(server|app|standalone)/',
        pathNot: ['^server/services/(access/(caller|startMasquerade|viewReceiver)|signIn/viewByShop)\\.ts$', '^server/jobs/'],
      },
      { path: receiverScope, dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'the queue stays in one file',
      "All other code sends with its typed function, inside the caller's transaction.",
      { path: '^(server|app)/', pathNot: queue },
      { path: 'node_modules/pg-boss/' },
    ),
    ...floors.flatMap((floor, height) =>
      floor.map((room) =>
        wall(
          'a room imports only rooms below it',
          'Two rooms that import each other are one: neither is understood, tested or changed alone. Move what both need to a lower room, to the rules or to a query; do what follows in a job or in a caller above. A new room gets its floor here.',
          { path: inRoom([room]) },
          { path: '^server/services/[^/]+/', pathNot: inRoom([room, ...floors.slice(0, height).flat()]) },
        ),
      ),
    ),
    wall(
      'each room has its floor',
      'Otherwise nothing would say which rooms a new one may import, nor which may import it.',
      { path: '^server/services/[^/]+/', pathNot: inRoom(rooms) },
      {},
    ),
    wall(
      'a letter is only enqueued',
      'A use case queues `send-letter` in its transaction, so that a letter goes out once, and only when its facts are true. Exported customer data can go to a person who is no receiver, so the room of privacy requests sends that mail itself. Alerts tell by other ways what a letter says.',
      { path: '^server/services/', pathNot: '^server/services/(mail|privacy|alerts)/' },
      { path: '^server/services/mail/' },
    ),
    wall(
      'spending power is recomputed by its job',
      'All other code requests it in a transaction, and several requests for one receiver make one run.',
      { path: '^(server|app|standalone)/', pathNot: '^server/jobs/' },
      { path: '^server/services/spendingPower/recomputeSpendingPower\\.ts$' },
    ),
    wall(
      'one file knows the holidays',
      'The library is 226 kB in a browser. Rules get a function that recognizes holidays as an argument.',
      { path: '^(server|app|standalone)/', pathNot: '^server/holidays\\.ts$' },
      { path: 'node_modules/date-holidays/' },
    ),
    wall(
      'only main starts the sandbox',
      'Product code that knew the sandbox could behave differently without it.',
      { path: '^(server|app|standalone|extensions)/', pathNot: [sandbox, composition] },
      { path: sandbox },
    ),
    wall(
      'only main composes',
      'A part that imported the composition would start a second product.',
      { pathNot: ['^tests/', composition] },
      { path: composition },
    ),
    wall(
      'the model of the simulation stands alone',
      'A model that shared code with the product, or with the driver that compares the two, would share its mistakes and find none.',
      { path: '^tests/simulation/oracle/' },
      { pathNot: '^tests/simulation/oracle/' },
    ),
    wall(
      'the checkers of the lab know nothing of the product',
      'They judge by what clients were answered and what lies in the database: code that they shared with the product would hide its mistakes.',
      { path: '^tests/lab/[^/]+/oracle/' },
      { path: OURS, pathNot: '^tests/lab/[^/]+/oracle/' },
    ),
    wall(
      'what proves a change needs no lab',
      'The lab is what an engineer runs by hand. A test that needed it would bring its tools into each run.',
      { path: '^tests/', pathNot: '^tests/lab/' },
      { path: '^tests/lab/' },
    ),
    wall('the product knows no test', 'The production image holds no code that only tests need.', { pathNot: '^tests/' }, { path: '^tests/' }),
    wall(
      'a start needs nothing installed',
      'The start installs the packages. If it needed a package, or TypeScript, it would not run on a fresh clone.',
      { path: '^server/start/[^/]+\\.mjs$' },
      { pathNot: '^server/start/[^/]+\\.mjs$', dependencyTypesNot: ['core'] },
    ),
    wall(
      'nothing a browser loads reaches the server',
      'Neither directly nor through another file: keys and megabytes would reach the browser.',
      { path: '^standalone/', pathNot: '\\.config\\.ts$' },
      {
        path: [
          '^server/(db|providers|services|http|jobs|sandbox)/',
          '^server/(holidays|main)\\.ts$',
          '^server/contract/openapi\\.ts$',
          'node_modules/date-holidays/',
        ],
        reachable: true,
      },
    ),
    wall(
      'the product runs without development packages',
      'The production image holds none of them: no build tools, and no sandbox.',
      { path: '^(server|app|standalone)/', pathNot: [sandbox, developmentServers, '\\.config\\.ts$'] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'what production lacks is loaded only where it runs',
      'A static import of the sandbox or of a development package would stop every start in production.',
      { path: '^server/', pathNot: sandbox },
      { path: [sandbox, 'node_modules/vite/'], dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
    wall('every import is found', 'Otherwise Node would fail only on the first request that needs it.', {}, { couldNotResolve: true }),
    wall(
      'no cycles',
      'Two files that need each other are one subject, or share a third. Types count, because a reader follows them too.',
      {},
      { circular: true },
    ),
    wall(
      'no orphans',
      'A file that neither imports nor is imported is not part of the product. (Plain scripts are read as text and sent to a browser.)',
      { orphan: true, path: OURS, pathNot: ['\\.test\\.tsx?$', '\\.d\\.ts$', '\\.config\\.ts$', '\\.m?js$', '^extensions/'] },
      {},
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^server/db/generated/(internal|models)|[.](css|svg|md)' },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'node', 'default'], exportsFields: ['exports'] },
  },
};
