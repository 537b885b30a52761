import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const generated = fileURLToPath(new URL('generated/', import.meta.url));
const stamp = `${generated}made-from`;

/**
 * Generates the Prisma client in db/generated from prisma/schema.prisma, unless the present one was made from the same
 * schema by the same Prisma. Plain JavaScript, because it runs before anything else can.
 */
function generatePrismaClient() {
  const packageFile = createRequire(import.meta.url).resolve('prisma/package.json');
  const { version, bin } = JSON.parse(readFileSync(packageFile, 'utf8'));
  const madeFrom = createHash('sha256')
    .update(version)
    .update(readFileSync(`${root}prisma/schema.prisma`))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom) return;

  rmSync(generated, { recursive: true, force: true });
  // Prisma would download the schema engine, which generating does not use: any existing program will do.
  const environment = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  const program = fileURLToPath(new URL(bin.prisma, `file://${packageFile}`));
  try {
    execFileSync(process.execPath, [program, 'generate', '--config', 'prisma/prisma.config.ts'], { cwd: root, env: environment, stdio: 'pipe' });
  } catch (error) {
    throw new Error(`the Prisma client could not be generated:\n${error.stdout}${error.stderr}`);
  }
  writeFileSync(stamp, madeFrom);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) generatePrismaClient();
