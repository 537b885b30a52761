import { copyContext } from './buildStage.ts';
import { tryDemo } from './demo.ts';
import { buildImage } from './image.ts';
import { tryProduction } from './production.ts';
import { openWorkplace } from './workplace.ts';

// `npm run check:image`: makes the files of both images as the Dockerfile says, without Docker, looks at what is in
// them, and starts the product from them as their user would. `-- demo` does so for one of them.

const trials = { production: tryProduction, demo: tryDemo };
type Target = keyof typeof trials;
const isTarget = (word: string): word is Target => Object.hasOwn(trials, word);

const words = process.argv.slice(2);
const unknown = words.find((word) => !isTarget(word));
if (unknown !== undefined) {
  console.error(`${unknown}: the targets are ${Object.keys(trials).join(' and ')}`);
  process.exit(1);
}
const place = openWorkplace();
try {
  copyContext(place);
  const targets = words.length > 0 ? words.filter(isTarget) : (['production', 'demo'] as const);
  for (const target of targets) await trials[target](buildImage(place, target));
} finally {
  place.close();
}
