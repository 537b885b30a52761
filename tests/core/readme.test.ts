import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allSettings, type Setting } from '../../server/settings.ts';
import { demoAccounts, demoPassword } from '../../server/start/demo/accounts.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** How the README shows a default: a secret's is for development alone. */
function shownDefault({ default: value, secret }: Setting): string {
  if (value === undefined || value === '') return 'none';
  return secret ? 'in development only' : `\`${value}\``;
}

describe('the README', () => {
  it.each(allSettings())('tells name, meaning and default of the setting $name', (setting) => {
    expect(readme).toContain(`| \`${setting.name}\` | ${setting.meaning} | ${shownDefault(setting)} |`);
  });

  it('knows no setting that the product does not', () => {
    const documented = [...readme.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
    expect(documented.toSorted()).toEqual(
      allSettings()
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('names the demo accounts with their password', () => {
    for (const { email, meaning } of demoAccounts) expect(readme).toContain(`| \`${email}\` | ${meaning} |`);
    expect(readme).toContain(demoPassword);
  });

  it('shows only pictures and folders that are there', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path ?? '');
    const folders = [...readme.matchAll(/^\| `([a-z./-]+\/)` \|/gm)].map(([, path]) => path ?? '');
    expect(pictures.length).toBeGreaterThan(0);
    expect(folders.length).toBeGreaterThan(10);
    for (const path of [...pictures, ...folders]) expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true);
  });
});
