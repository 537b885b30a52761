import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { FrameContext, FrameContextObject, PartialResults, Result, RunOptions } from 'axe-core';
import { isPhone } from './screen.ts';

/** The rules of WCAG 2.2 AA that axe runs only when it is asked: the size of targets (2.5.8), and what is written in what is heard (2.5.3). */
const alsoAsked = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true }, 'td-has-header': { enabled: true } };

/**
 * The style sheets of a frame are not read anew, as the issuer's frame forbids that; no rule that runs needs them. What is in order is
 * not told part by part, which would take longer than to judge it.
 */
const allRules: RunOptions = { preload: { assets: ['media'] }, resultTypes: ['violations'], rules: alsoAsked };

/** A page into which axe has been put. */
type Judged = Window & { axe: typeof axe };

/** The source of axe without its comments, of which a document reads less than half as much. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Puts axe into a document that does not have it yet: it takes about as long to read as it takes to judge a page. */
async function putAxeInto(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
}

const framesIn = (frame: Frame, context: FrameContextObject) => frame.evaluate((of) => (window as unknown as Judged).axe.utils.getFrameContexts(of), context);

/** Judges a document that lies in a frame, and the frames in it. */
async function judgeWithin(frame: Frame, context: FrameContextObject, options: RunOptions): Promise<PartialResults> {
  await putAxeInto(frame);
  const inner = await framesIn(frame, context);
  const own = await frame.evaluate(([of, by]) => (window as unknown as Judged).axe.runPartial(of, by), [context, options] as const);
  return [own, ...(await judgeFrames(frame, inner, options))];
}

/** Judges frames of a document. */
async function judgeFrames(frame: Frame, inner: readonly FrameContext[], options: RunOptions): Promise<PartialResults> {
  const results: PartialResults = [];
  for (const { frameSelector, frameContext } of inner) {
    const found = await frame.evaluateHandle((selector) => (window as unknown as Judged).axe.utils.shadowSelect(selector), frameSelector);
    const child = await found.asElement()?.contentFrame();
    // A frame that is loaded or taken away meanwhile cannot be judged; axe wants to know that there was one.
    results.push(...(child ? await judgeWithin(child, frameContext, options).catch(() => [null]) : [null]));
  }
  return results;
}

/** Judges a document and frames in it, and returns what is wrong. The findings stay in the document: returning all of them takes longer than judging. */
async function judgeWithFrames(frame: Frame, inner: readonly FrameContext[], context: FrameContextObject, options: RunOptions): Promise<Result[]> {
  const own = await frame.evaluateHandle(([of, by]) => (window as unknown as Judged).axe.runPartial(of, by), [context, options] as const);
  const others = await judgeFrames(frame, inner, options);
  const all = [own, others, options] as const;
  return frame.evaluate(async ([first, rest, by]) => (await (window as unknown as Judged).axe.finishRun([first, ...rest], by)).violations, all);
}

/** Judges what has no frames, and returns what is wrong. */
const judgeAlone = (frame: Frame, context: FrameContextObject, options: RunOptions): Promise<Result[]> =>
  frame.evaluate(async ([of, by]) => (await (window as unknown as Judged).axe.run(of, by)).violations, [context, options] as const);

/** The selectors of a part: of the frames from the outermost, then of the part within the last of them. */
type Part = string | string[];

const selectorsOf = (part: Part) => (typeof part === 'string' ? [part] : part);

/** Returns the document that holds a part: axe judges within it, and reads nothing of somebody else's page around. */
async function documentOf(page: Page, part: Part): Promise<Frame> {
  let frame = page.mainFrame();
  for (const selector of selectorsOf(part).slice(0, -1)) {
    const inner = await (await frame.locator(selector).elementHandle())?.contentFrame();
    if (!inner) throw new Error(`${selector} is no frame`);
    frame = inner;
  }
  return frame;
}

const withinDocument = (part: Part) => selectorsOf(part).slice(-1);

/**
 * Waits until frames have their style sheets, which decide what of the issuer's card can be pressed, and until colors have faded into their
 * new ones, in frames too; axe would judge the mixture.
 */
async function pageSettles(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const ends = frame.evaluate(async () => {
      if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
      const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      await Promise.allSettled(fading.map(({ finished }) => finished));
    });
    // A frame that is loaded or taken away meanwhile, as the card's may be at any time, has nothing left that fades.
    await (frame === page.mainFrame() ? ends : ends.catch(() => undefined));
  }
}

async function expectNone(page: Page, what: string, part: Part, options: RunOptions, except: string[] | null = null): Promise<void> {
  const frame = await documentOf(page, part);
  const context: FrameContextObject = { include: [withinDocument(part)], exclude: except === null ? [] : [withinDocument(except)] };
  await putAxeInto(frame);
  const inner = frame.childFrames().length > 0 ? await framesIn(frame, context) : [];
  const violations = await (inner.length > 0 ? judgeWithFrames(frame, inner, context, options) : judgeAlone(frame, context, options));
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    what,
  ).toEqual([]);
}

/**
 * Expects that axe finds nothing on the page, or on one part of it, which may lie within frames. `what` names it in the failure;
 * `except` is a page of somebody else's within that part.
 */
export async function expectNoFindings(page: Page, what: string, part: Part = 'html', except: string[] | null = null): Promise<void> {
  await pageSettles(page);
  await expectNone(page, what, part, allRules, except);
}

/** The rules that judge colors. Light and dark are the same page in other colors, so that they alone are judged twice. */
const rulesOfColors: RunOptions = { ...allRules, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

const hasDarkBackground = (page: Page) =>
  page.locator('body').evaluate((body) => {
    const parts = getComputedStyle(body).backgroundColor.match(/\d+/g) ?? [];
    return parts.slice(0, 3).every((part) => Number(part) < 128);
  });

async function turnTo(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  // A page that is still being put together may miss being told once.
  await expect
    .poll(async () => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      return hasDarkBackground(page);
    })
    .toBe(colorScheme === 'dark');
  await pageSettles(page);
}

async function expectReadable(page: Page, what: string, part: Part, colorScheme: 'light' | 'dark'): Promise<void> {
  await turnTo(page, colorScheme);
  await expectNone(page, `${what}, ${colorScheme}`, part, rulesOfColors);
}

/**
 * Expects the same of the page in the light and in the dark scheme, without loading it again. A phone arranges the same parts otherwise,
 * in the colors of a desktop, where they are judged in the dark; what a phone alone has is its bar and its menu.
 */
export async function expectNoFindingsInAnyLight(page: Page, what: string, part: Part = 'html'): Promise<void> {
  await turnTo(page, 'light');
  await expectNoFindings(page, `${what}, light`, part);
  if (!isPhone(page)) await expectReadable(page, what, part, 'dark');
}

/** Expects that the colors of a page can be read in both schemes, where its parts have been judged in those of another brand. */
export async function expectReadableInAnyLight(page: Page, what: string, part: Part = 'html'): Promise<void> {
  await expectReadable(page, what, part, 'light');
  await expectReadable(page, what, part, 'dark');
}
