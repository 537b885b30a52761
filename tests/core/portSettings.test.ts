import { expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';

it.each(['PORT', 'SANDBOX_PORT'])('%s is refused where browsers would refuse to call it', (name) => {
  for (const port of ['4190', '6000', '10080'])
    expect(() => readConfig({ [name]: port })).toThrow(`${name}: must be another port: browsers refuse to call this one`);
  expect(() => readConfig({ [name]: '4191' })).not.toThrow();
});
