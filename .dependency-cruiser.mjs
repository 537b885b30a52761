// Who may import whom. A wall that nobody can explain gets climbed, so each says why.
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
/** What `server/main.ts` is made of. */
const composition = '^server/(main|start/[^/]+)\\.ts$';
const receiverScope = '^server/db/scope\\.ts$';
/** What a use case reads and writes by: one receiver's rows, and named queries. */
const scopedDatabase = ['^server/db/(cents|database|databaseOf|shopifySessions|storedJson)\\.ts$', '^server/db/queries/'];
const storedTypes = '^server/db/(rows|secrets)\\.ts$';
/** Where everybody's rows are in sight. */
const everybodysRows = '^server/db/(client\\.ts$|generated/)';
const jobConnection = '^server/db/jobConnection\\.ts$';
const queue = '^server/jobs/queue\\.ts$';
const sandbox = '^server/sandbox/';
/** Loads Vite, when it is asked for. */
const developmentServers = '^server/http/developmentServers\\.ts$';
const loadContext = '^server/http/loadContext\\.ts$';

/** Run by hand from npm: each composes what it needs by itself, as main does. */
const script = '^server/db/[^/]+\\.mjs$';

/** A folder, what of the project it may import beside itself, and why not more. `typesOf`: only types, which are gone at run time. */
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
      'What crosses the wire is described by the words of the rules; whoever calls knows nothing of how it is answered.',
    ),
    ...may(
      'server/browser',
      { values: [domain, contract] },
      'What both frontends do in a browser alike, without looks and without a way to call the server: each frontend passes in its own.',
    ),
    ...may('server/programs', { values: [domain], typesOf: [config] }, 'A program is plain data; behaviour that differs by program would hide in it.'),
    ...may(
      'server/providers',
      { values: [domain], typesOf: [config] },
      'A provider can be replaced only as long as it knows neither our database nor what its answers are used for.',
    ),
    ...may('server/db', { values: [domain], typesOf: [config] }, 'Storage serves every use case, so it knows none.'),
    ...may(
      'server/services',
      {
        values: [domain, contract, programs, ...scopedDatabase, receiverScope, providerPort, providerVocabulary, queue],
        typesOf: [config, clock, storedTypes, '^server/holidays\\.ts$'],
      },
      'A use case speaks to a provider through its port only; time, holidays and settings are handed to it, so that a test can choose them.',
    ),
    ...may(
      'server/jobs',
      { values: ['^server/services/', domain, contract, receiverScope, jobConnection], typesOf: [config, clock, '^server/db/'] },
      'A job decides nothing: it calls the use case that a request would call.',
    ),
    ...may(
      'server/http',
      { values: ['^server/services/', domain, contract, programs], typesOf: [config, clock, receiverScope] },
      'A route decides nothing, and a query of its own would go round the use case that checks who asks.',
    ),
    ...may('server/sandbox', { values: [], typesOf: [config] }, 'A stand-in that shared code with the product would share its mistakes, and prove nothing.'),
    ...may(
      'app',
      { values: [domain, contract, browser, programsPublic], typesOf: [loadContext, '^server/services/'] },
      'The embedded app gets its use cases by the load context; it opens no database and calls no provider of its own.',
    ),
    ...may('standalone', { values: [domain, contract, browser, programsPublic] }, 'The dashboard runs in a browser and asks the server over HTTP.'),
    ...may('extensions', { values: [] }, 'Shopify packs an extension by itself, from its own folder.'),
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
      'A library can read the clock or the network as well as our own code can.',
      { path: domain },
      { path: 'node_modules/', pathNot: 'node_modules/papaparse/' },
    ),
    wall(
      'the contract is zod and nothing else',
      'Every byte that it imports is loaded by both frontends; the document of the API is made on the server.',
      { path: contract, pathNot: '^server/contract/openapi\\.ts$' },
      { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    ),
    wall(
      'a provider knows no other provider',
      'Each can be replaced alone; what two of them need lies beside their folders. A port is what the product asks of whoever answers it.',
      { path: '^server/providers/([^/]+)/', pathNot: providerPort },
      { path: '^server/providers/', pathNot: ['^server/providers/$1/', providerShared, providerPort] },
    ),
    wall(
      'what providers share knows no provider',
      'Otherwise each would depend on all others by way of it.',
      { path: providerShared },
      { path: '^server/providers/[^/]+/', pathNot: providerPort },
    ),
    wall(
      'a port names no provider',
      'It says what is asked in the words of the rules, so that another provider can answer it. Lists come in pages.',
      { path: providerPort },
      { path: OURS, pathNot: [domain, config, '^server/providers/page\\.ts$', providerPort] },
    ),
    wall(
      'a provider SDK stays in its folder',
      "A provider's words and failures are translated once, at its own door.",
      { path: '^(server|app|standalone)/', pathNot: '^server/(providers|sandbox)/' },
      { path: 'node_modules/(lithic|plaid|posthog-node|@propelauth/node|nodemailer)/' },
    ),
    wall(
      'the database driver stays in db',
      'A query anywhere else would go round the receiver scope.',
      { path: '^(server|standalone|app)/', pathNot: ['^server/(db|sandbox)/', composition] },
      { path: 'node_modules/(pg|@prisma/adapter-pg|@prisma/client)/' },
    ),
    wall(
      "everybody's rows stay in db",
      'A use case gets the rows of one receiver by `databaseOf`. What works across receivers, and SQL, is a named function in db/queries.',
      { path: '^(server|app|standalone)/', pathNot: ['^server/(db|sandbox)/', composition] },
      { path: everybodysRows },
    ),
    wall(
      "a transaction's own connection is the queue's",
      'Anybody else could run any statement on it.',
      { path: '^(server|app|standalone)/', pathNot: ['^server/db/', queue] },
      { path: jobConnection },
    ),
    wall(
      'a receiver scope is made where the caller is known',
      'Whoever else made one could read the rows of anybody.',
      { path: '^(server|app|standalone)/', pathNot: ['^server/services/access/(caller|startMasquerade|viewReceiver)\\.ts$', '^server/jobs/'] },
      { path: receiverScope, dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'the queue stays in one file',
      "Everybody else sends by its typed function, inside the caller's transaction.",
      { path: '^(server|app)/', pathNot: queue },
      { path: 'node_modules/pg-boss/' },
    ),
    wall(
      'a letter is only enqueued',
      'A use case queues `send-letter` in its transaction, so that a letter goes out once, and only when what it tells of is true. Exported customer data can go to somebody who is no receiver, so the shop sends that mail itself.',
      { path: '^server/services/', pathNot: '^server/services/(mail|shop)/' },
      { path: '^server/services/mail/' },
    ),
    wall(
      'spending power is recomputed by its job',
      'Everybody else requests it in a transaction, and several requests for one receiver make one run.',
      { path: '^(server|app|standalone)/', pathNot: '^server/jobs/' },
      { path: '^server/services/spendingPower/recomputeSpendingPower\\.ts$' },
    ),
    wall(
      'one file knows the holidays',
      'The library is 226 kB in a browser; rules get the question answered as an argument.',
      { path: '^(server|app|standalone)/', pathNot: '^server/holidays\\.ts$' },
      { path: 'node_modules/date-holidays/' },
    ),
    wall(
      'only main starts the sandbox',
      'Product code that knew of the sandbox would behave differently without it.',
      { path: '^(server|app|standalone|extensions)/', pathNot: [sandbox, composition] },
      { path: sandbox },
    ),
    wall(
      'only main composes',
      'A part that reached for the composition would get a second whole.',
      { pathNot: ['^tests/', composition] },
      { path: composition },
    ),
    wall('the product knows no test', 'What only tests need is not there in production.', { pathNot: '^tests/' }, { path: '^tests/' }),
    wall(
      'a start needs nothing installed',
      'It is what installs: with a package, or with TypeScript, it would not run on a fresh clone.',
      { path: '^server/start/[^/]+\\.mjs$' },
      { pathNot: '^server/start/[^/]+\\.mjs$', dependencyTypesNot: ['core'] },
    ),
    wall(
      'nothing a browser loads reaches the server',
      'By whatever way: keys and megabytes would go along.',
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
      'The image for production holds none of them. What builds and what plays third parties is not there either.',
      { path: '^(server|app|standalone)/', pathNot: [sandbox, developmentServers, '\\.config\\.ts$'] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'what production lacks is loaded only where it runs',
      'A static import of the sandbox or of a development package would stop every start in production.',
      { path: '^server/', pathNot: sandbox },
      { path: [sandbox, 'node_modules/vite/'], dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
    wall('every import is found', 'Node would find it out on the first request that needs it.', {}, { couldNotResolve: true }),
    wall(
      'no cycles',
      'Two files that need one another are one subject, or have a third in common. Types count: a reader follows them all the same.',
      {},
      { circular: true },
    ),
    wall(
      'no orphans',
      'A file that neither imports nor is imported is not in the product. (Plain scripts are read as text and sent to a browser.)',
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
