import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { providerNames, settings } from '../../server/settings.ts';
import { root } from './seeds.ts';

it('every setting is read', () => {
  const config = readFileSync(join(root, 'server/config.ts'), 'utf8');
  const byName: readonly string[] = providerNames;
  expect(Object.keys(settings).filter((name) => !byName.includes(name) && !new RegExp(`settings\\.${name}\\b`).test(config))).toEqual([]);
});
