import { expect, it } from 'vitest';
import { type ConfigurationError, readConfig } from '../../server/config.ts';
import { providerNames } from '../../server/settings.ts';

it.each(['PORT', 'SANDBOX_PORT'])('%s is refused where browsers would refuse to call it', (name) => {
  for (const port of ['4190', '6000', '10080'])
    expect(() => readConfig({ [name]: port })).toThrow(`${name}: must be another port: browsers refuse to call this one`);
  expect(() => readConfig({ [name]: '4191' })).not.toThrow();
});

/** Returns the lines of a start that is refused; none of one that is not. */
function refusalOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigurationError).lines;
  }
}

it.each(['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT', ...providerNames])('%s that is mistyped is one line, though other settings follow from it', (name) => {
  const lines = refusalOf({ [name]: 'rael' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`^${name}: `));
});
