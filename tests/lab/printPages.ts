import { writeFileSync } from 'node:fs';
import { settingsPage } from '../check/settingsPage.ts';
import { benchmarksPage, storedResults } from './bench/page.ts';

// `npm run docs`: prints the pages of `server/docs` whose contents the code and the last benchmarks say.
writeFileSync('server/docs/settings.md', settingsPage());
writeFileSync('server/docs/benchmarks.md', benchmarksPage(storedResults()));
