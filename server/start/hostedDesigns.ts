import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { programs } from '../programs/all.ts';
import type { Palette, Program } from '../programs/define.ts';
import type { HostedDesign, HostedDesigns } from '../sandbox/propelauth/hostedDesign.ts';

const { resolve } = createRequire(import.meta.url);
const siteFile = (path: string) => readFileSync(new URL(path.replace('/_assets/app/', '../../standalone/public/'), import.meta.url), 'utf8');
const fontFile = (path: string) => readFileSync(resolve(path));

const shades = ({ primary, canvas, surface, ink }: Palette) => ({ primary, onPrimary: surface, canvas, surface, ink });

const brightness = (color: string) => [1, 3, 5].reduce((sum, place) => sum + Number.parseInt(color.slice(place, place + 2), 16), 0);

/** Returns the scheme that a palette belongs to: text on a dark background is lighter than it. */
const schemeOf = ({ canvas, ink }: Palette) => (brightness(ink) > brightness(canvas) ? 'dark' : 'light');

/** Returns the design of a program's hosted sign-in, made of the very files and colors of its site. */
function hostedDesign({ name, voice, logo, typeface, colors, cornerRadiusPx }: Program): HostedDesign {
  const { light, dark, frame } = colors;
  return {
    name,
    welcome: voice.promise,
    logo: { light: siteFile(logo[schemeOf(frame)]), dark: siteFile(logo.dark), favicon: siteFile(logo.favicon) },
    fonts: {
      heading: fontFile(`@fontsource/${typeface.package}/files/${typeface.package}-latin-600-normal.woff2`),
      text: fontFile('@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2'),
    },
    headingGeneric: typeface.generic,
    corner_px: cornerRadiusPx,
    light: { page: shades(frame), form: shades(light) },
    dark: { page: shades(dark), form: shades(dark) },
  };
}

/** Returns the designs with which the programs configure their hosted sign-in. */
export function hostedDesigns(): HostedDesigns {
  // Every setting name belongs to one program, which the compiler cannot infer.
  return Object.fromEntries(programs.map((program) => [program.settingName, hostedDesign(program)])) as unknown as HostedDesigns;
}
