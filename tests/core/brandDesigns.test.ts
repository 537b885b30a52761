import { readFileSync, statSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import { readMonth } from '../../server/domain/basics/periods.ts';
import { statementSheet } from '../../server/domain/reports/statementSheet.ts';
import { programs } from '../../server/programs/all.ts';
import type { Program } from '../../server/programs/define.ts';
import { writePdf } from '../../server/services/reports/statementPdf.ts';
import { hostedDesigns } from '../../server/start/hostedDesigns.ts';

const siteFile = (path: string) => readFileSync(new URL(path.replace('/_assets/app/', '../../standalone/public/'), import.meta.url), 'utf8');

describe('the brands', () => {
  const differing = {
    letters: ({ typeface }: Program) => typeface.family,
    door: ({ door }: Program) => door,
    'hero of home': ({ home }: Program) => home.hero,
    promise: ({ voice }: Program) => voice.promise,
    congratulation: ({ voice }: Program) => voice.congratulation,
    'sentence below an empty table': ({ voice }: Program) => voice.empty.card,
    'color of the sidebar': ({ colors }: Program) => colors.frame.canvas,
    art: ({ card }: Program) => siteFile(card.art).replace(/<title>.*<\/title>/, ''),
  };

  it.each(Object.entries(differing))('each have their own %s', (_, of) => {
    expect(new Set(programs.map(of)).size).toBe(programs.length);
  });

  it.each(programs)('$key has headings of one font file under 30 kB', ({ typeface }) => {
    const file = new URL(`../../node_modules/@fontsource/${typeface.package}/files/${typeface.package}-latin-600-normal.woff2`, import.meta.url);
    expect(statSync(file).size).toBeLessThan(30_000);
  });

  it.each(programs)('$key has a typeface that the style sheet of headings declares, with a stand-in of its metrics', ({ typeface }) => {
    const sheet = readFileSync(new URL('../../standalone/brand/headings.css', import.meta.url), 'utf8');
    const rules = sheet.split('@font-face').filter((rule) => rule.includes(`font-family: "${typeface.family}"`));
    expect(rules.map((rule) => /files\/([a-z-]+)-600/.exec(rule)?.[1])).toEqual([`${typeface.package}-latin`, `${typeface.package}-latin-ext`]);
    for (const rule of rules) expect(rule).toContain('font-display: swap');
    const fallback = sheet.split('@font-face').find((rule) => rule.includes(`font-family: "${typeface.family} Fallback"`));
    expect(fallback).toMatch(/size-adjust: [\d.]+%;\s+ascent-override: [\d.]+%;\s+descent-override: [\d.]+%/);
  });
});

describe('one mark for every place', () => {
  /** The numbers of a path's outline, to two decimals. */
  const numbersOf = (drawing: string) => (drawing.match(/-?\d+(\.\d+)?/g) ?? []).map((number) => Number(number).toFixed(2));

  it.each(programs)('of $key: the hosted sign-in shows the logos of the site', ({ settingName, colors, logo, name }) => {
    const design = hostedDesigns()[settingName];
    // The sidebar's and the page's background are dark in these three.
    const onLight = ['BOOST', 'CARD', 'HARBOR'].includes(settingName) ? logo.dark : logo.light;
    expect(design.logo).toEqual({ light: siteFile(onLight), dark: siteFile(logo.dark), favicon: siteFile(logo.favicon) });
    expect(design).toMatchObject({ name, light: { form: { primary: colors.light.primary, onPrimary: colors.light.surface } } });
  });

  it.each(programs)('of $key: the statement draws the outlines of the name as the site does', async (program) => {
    const generatedAt = new Date('2026-02-03T08:12:45Z');
    const facts = {
      month: readMonth('2026-01'),
      number: 1,
      generatedAt,
      opening_cents: cents(0),
      card_cents: cents(0),
      credit_cents: cents(0),
      debited_cents: cents(0),
      closing_cents: cents(0),
    };
    const pieces: Buffer[] = [];
    const letterhead = { program, holder: 'Corner Bakery', generatedAt, row_count: 0 };
    for await (const piece of writePdf(statementSheet('card', facts), letterhead, (async function* () {})())) pieces.push(piece);
    const file = Buffer.concat(pieces).toString('latin1');
    const streams = [...file.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, content = '']) => {
      try {
        return [inflateSync(Buffer.from(content, 'latin1')).toString('latin1')];
      } catch {
        return [];
      }
    });
    const name = siteFile(program.logo.light).match(/<path d="([^"]+)" fill="#[0-9A-F]{6}"\/>\s*<\/svg>/)?.[1] ?? '';
    // The moves of the outline, which the PDF writes with the same numbers before it scales them.
    const moves = [...name.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => numbersOf(`${x} ${y}`).join(' '));
    expect(moves.length).toBeGreaterThan(program.name.length - 1);
    const drawn = streams.flatMap((stream) => [...stream.matchAll(/(-?[\d.]+) (-?[\d.]+) m\b/g)].map(([, x, y]) => numbersOf(`${x} ${y}`).join(' ')));
    expect(drawn.join(' | ')).toContain(moves.join(' | '));
  });
});
