import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { root } from '../check/seeds.ts';
import { buildStage, containerOf, copyContext } from './buildStage.ts';
import { readStages } from './dockerfile.ts';
import { lookAtFiles, tryProduct } from './trial.ts';

// `npm run check:image`: makes the files of the image for production as the Dockerfile says, without Docker, looks that
// nothing is in them that only builds or plays third parties, and starts the product from them.

const target = 'production';
const workplace = mkdtempSync(join(tmpdir(), 'headway-image-'));
chmodSync(workplace, 0o755);
const dataDir = join(workplace, 'data');
mkdirSync(dataDir);
try {
  const place = { stages: readStages(readFileSync(join(root, 'Dockerfile'), 'utf8')), workplace };
  copyContext(join(workplace, 'context'));
  const folder = buildStage(place, target);
  lookAtFiles(folder);
  const database = await startEmbeddedPostgres({ dataDir, log: { debug: () => {}, error: console.error } });
  await tryProduct(folder, containerOf(place, target), database.url).finally(database.stop);
} finally {
  await removeEmbeddedPostgres(dataDir);
  rmSync(workplace, { recursive: true, force: true });
}
