import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './seeds.ts';

// styled-components writes a rule whose selector has & anywhere but at its front for all instances of a component, once
// for each theme: the rule of the first color scheme then stays in force beside the next one's.

const planted = {
  'stale.ts': `const Stale = styled.p\`\n  & + & {\n    color: \${({ theme }) => theme.colors.primary};\n  }\n\`;`,
  'inList.ts': `const InList = styled.p\`\n  ul > & {\n    margin: 0;\n    color: \${({ theme }) => theme.colors.primary};\n  }\n\`;`,
  'themeless.ts': `const Themeless = styled.p\`\n  & + & {\n    margin: 0;\n  }\n\n  a {\n    color: \${({ theme }) => theme.colors.primary};\n  }\n\`;`,
  'front.ts': `const Front = styled.p\`\n  &:hover {\n    color: \${({ theme }) => theme.colors.primary};\n  }\n\`;`,
};

/** Returns the rules of the site's styles, as file and selector, that follow the theme under such a selector. */
function staleRules(files: Readonly<Record<string, string>>): string[] {
  const rules = /^( +)(\S[^\n`]*&[^\n`]*) \{\n([^`]*?)\n\1\}$/gm;
  return Object.entries(files).flatMap(([file, text]) =>
    Array.from(text.matchAll(/\b(?:styled\b[^`]*|css)`([^`]*)`/g), ([, style = '']) => style).flatMap((style) =>
      Array.from(style.matchAll(rules))
        .filter(([, , , body = '']) => body.includes('theme'))
        .map(([, , selector]) => `${file}: ${selector}`),
    ),
  );
}

function filesOfSite(): Record<string, string> {
  const folder = join(root, 'standalone');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

it('no style of the site keeps the colors of another scheme', () => {
  expect(staleRules({ ...planted, ...filesOfSite() })).toEqual(['stale.ts: & + &', 'inList.ts: ul > &']);
});
