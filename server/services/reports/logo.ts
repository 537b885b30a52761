import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProgramKey } from '../../domain/basics/programKeys.ts';

/** One stroke or area of a logo. Paths are as SVG writes them, colors `#RRGGBB`. */
export interface LogoPath {
  d: string;
  fill: string | null;
  opacity: number;
  stroke: { color: string; width: number; cap: 'butt' | 'round' } | null;
}

export interface LogoDrawing {
  height: number;
  paths: LogoPath[];
}

const attribute = (element: string, name: string): string | null => new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? null;

/** Reads a program's logo for light paper from the same file that its site shows. The logos consist of paths alone. */
export function readLogo(program: ProgramKey): LogoDrawing {
  const svg = readFileSync(fileURLToPath(new URL(`../../../standalone/public/brand/${program}-light.svg`, import.meta.url)), 'utf8');
  const [, , , height = 0] = attribute(svg, 'viewBox')?.split(' ').map(Number) ?? [];
  return { height, paths: (svg.match(/<path[^>]*>/g) ?? []).map(pathOf) };
}

function pathOf(element: string): LogoPath {
  const fill = attribute(element, 'fill');
  const color = attribute(element, 'stroke');
  return {
    d: attribute(element, 'd') ?? '',
    fill: fill === 'none' ? null : fill,
    opacity: Number(attribute(element, 'fill-opacity') ?? 1),
    stroke: color === null ? null : strokeOf(element, color),
  };
}

function strokeOf(element: string, color: string): LogoPath['stroke'] {
  return { color, width: Number(attribute(element, 'stroke-width') ?? 1), cap: attribute(element, 'stroke-linecap') === 'round' ? 'round' : 'butt' };
}
