import { writePrintedPages } from './printedPages.ts';

// `npm run docs`: after a change of a setting.
writePrintedPages();
