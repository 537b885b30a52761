import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { programs } from '../../server/programs/all.ts';
import { contrast } from '../support/contrast.ts';
import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { drawMailPicture, pictureDifference } from './mailPicture.ts';
import { blockLoginRedirect } from './people.ts';
import { expectItFitsAt } from './screen.ts';

const siteFile = (path: string) => readFileSync(new URL(path.replace('/_assets/app/', '../../standalone/public/'), import.meta.url));
const dataUrl = (type: string, path: string) => `data:${type};base64,${siteFile(path).toString('base64')}`;

/** Opens a site as a visitor whose redirect to the sign-in never arrives. */
async function openDoor(page: Page, site: string): Promise<void> {
  await blockLoginRedirect(page);
  await page.goto(site);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
}

/** Collects the fonts that a page loads from now on. */
function fontsOf(page: Page): { file: string; cache: string | undefined }[] {
  const fonts: { file: string; cache: string | undefined }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.woff2')) fonts.push({ file: pathname.replace(/.*\/|-[\w-]{8}\.woff2$/g, ''), cache: response.headers()['cache-control'] });
  });
  return fonts;
}

/** A color as a page states it, of `#RRGGBB`. */
const asOnPage = (color: string) => `rgb(${[1, 3, 5].map((place) => Number.parseInt(color.slice(place, place + 2), 16)).join(', ')})`;

for (const program of programs) {
  const { key, name, logo, colors, card, typeface, voice } = program;
  const site = siteUrl(key);
  const breadth = { tag: key === 'headway' ? [] : ['@all'] };

  test(`the door of ${name} is its own, in its own letters and color, and accessible, light and dark, and fits a phone`, breadth, async ({ page }) => {
    const fonts = fontsOf(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await openDoor(page, site);
    await expect(page).toHaveTitle(`Get Started | ${name}`);
    await expect(page.getByText('You are signed out')).toBeVisible();
    await expect(page.getByText("Redirecting to login page, if you're not redirected, click below")).toBeVisible();
    await expect(page.getByText(voice.promise)).toBeVisible();
    await expect(page.getByRole('img', { name })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Login' })).toHaveCSS('background-color', asOnPage(colors.frame.primary));

    // It loads the letters of its own headings alone, and keeps them.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await expect
      .poll(() => new Set(fonts.map(({ file }) => file)))
      .toEqual(new Set(['source-sans-3-latin-wght-normal', `${typeface.package}-latin-600-normal`]));
    for (const { cache } of fonts) expect(cache).toBe('public, max-age=31536000, immutable');
    const family = await page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).fontFamily);
    expect(family.replaceAll('"', '').startsWith(typeface.family)).toBe(true);

    await expectNoFindingsInAnyLight(page, `the door of ${name}`);
    await expectItFitsAt(page, 360);
  });

  test(`mails of ${name} show the logo of its site, on light and on dark`, breadth, async ({ page }) => {
    for (const scheme of ['light', 'dark'] as const) {
      const drawn = await drawMailPicture(page, { logo: dataUrl('image/svg+xml', logo[scheme]), background: colors[scheme].surface });
      await test.info().attach(`${key}-mail-${scheme}.png`, { body: Buffer.from(drawn.split(',')[1] ?? '', 'base64'), contentType: 'image/png' });
      expect(await pictureDifference(page, drawn, dataUrl('image/png', logo.mail[scheme])), scheme).toBeLessThan(0.5);
      const other = await drawMailPicture(page, { logo: dataUrl('image/svg+xml', logo.favicon), background: colors[scheme].surface });
      expect(await pictureDifference(page, other, dataUrl('image/png', logo.mail[scheme])), scheme).toBe(255);
    }
  });

  test(`the name on the card of ${name} reads at 4.5:1 on its art, and a number on its plain color`, breadth, async ({ page }) => {
    const below = await page.evaluate(
      async (art) => {
        const image = new Image();
        image.src = art;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = 340;
        canvas.height = 214;
        const pen = canvas.getContext('2d');
        if (!pen) throw new Error('this browser draws nothing');
        pen.drawImage(image, 0, 0, 340, 214);
        // The line below the chip that 21 letters may fill.
        const { data } = pen.getImageData(24, 182, 186, 18);
        const colors = new Set<string>();
        for (let place = 0; place < data.length; place += 4)
          colors.add(`#${[0, 1, 2].map((part) => (data[place + part] ?? 0).toString(16).padStart(2, '0')).join('')}`);
        return [...colors];
      },
      dataUrl('image/svg+xml', card.art),
    );
    expect(below.filter((background) => contrast(card.ink, background) < 4.5)).toEqual([]);
    const plain = /background: (#[0-9a-f]{6});/.exec(siteFile(`/_assets/app/brand/${key}-card-details.css`).toString())?.[1];
    expect(contrast('#ffffff', plain ?? '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });
}
