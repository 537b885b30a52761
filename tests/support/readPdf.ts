import { inflateSync } from 'node:zlib';

/** A line of a page: its pieces of text from the left. */
export type PdfLine = string[];

export interface ReadPdf {
  /** Each page's lines from the top. */
  pages: PdfLine[][];
  /** The operators that draw each page. */
  contents: string[];
  /** Every object of the file, as its bytes in Latin-1. */
  objects: ReadonlyMap<number, string>;
}

/**
 * Reads a PDF by its published structure: the table of offsets, the tree of pages, the operators of their contents. A
 * second opinion beside the library that writes ours. Reads text only in embedded fonts. Refuses a file with wrong
 * offsets.
 */
export function readPdf(file: Buffer): ReadPdf {
  const text = file.toString('latin1');
  if (!/^%PDF-1\.[4-7]\n/.test(text)) throw new Error('no header of a PDF');
  const objects = readObjects(text);
  const catalog = objectNamed(objects, reference(text.slice(text.lastIndexOf('trailer')), 'Root'));
  const pages = kidsOf(objects, reference(catalog, 'Pages')).map((page) => ({
    content: streamOf(objectNamed(objects, reference(page, 'Contents'))),
    decoders: decodersOf(objects, page),
  }));
  return { pages: pages.map(({ content, decoders }) => linesOf(content, decoders)), contents: pages.map(({ content }) => content), objects };
}

function readObjects(text: string): Map<number, string> {
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? Number.NaN);
  const table = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [nf] ?\r?\n)+)/.exec(text.slice(start));
  if (!table) throw new Error('the table of offsets is not where the file says');
  const objects = new Map<number, string>();
  const offsets = (table[2] ?? '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim().split(' '));
  if (offsets.length !== Number(table[1])) throw new Error('the table of offsets has another length than it says');
  for (const [number, [offset, generation, use]] of offsets.entries()) {
    if (use !== 'n') continue;
    const at = Number(offset);
    const head = `${number} ${Number(generation)} obj`;
    if (!text.startsWith(head, at)) throw new Error(`object ${number} is not at its offset`);
    objects.set(number, text.slice(at + head.length, text.indexOf('endobj', at)));
  }
  return objects;
}

function reference(dictionary: string, name: string): number {
  const found = new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1];
  if (found === undefined) throw new Error(`no /${name}`);
  return Number(found);
}

function objectNamed(objects: ReadonlyMap<number, string>, number: number): string {
  const found = objects.get(number);
  if (found === undefined) throw new Error(`no object ${number}`);
  return found;
}

/** Returns the pages below a node of the tree, in order. */
function kidsOf(objects: ReadonlyMap<number, string>, number: number): string[] {
  const node = objectNamed(objects, number);
  if (/\/Type \/Page\b(?!s)/.test(node)) return [node];
  const kids = /\/Kids \[([^\]]*)\]/.exec(node)?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => kidsOf(objects, Number(kid)));
}

function streamOf(object: string): string {
  const start = object.indexOf('stream\n') + 'stream\n'.length;
  const bytes = Buffer.from(object.slice(start, object.lastIndexOf('\nendstream')), 'latin1');
  return (object.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

type Decode = (hex: string) => string;

/** Returns a decoder for each font of a page, by the font's name there, from the file's map of glyph numbers to letters. */
function decodersOf(objects: ReadonlyMap<number, string>, page: string): ReadonlyMap<string, Decode> {
  const resources = objectNamed(objects, reference(page, 'Resources'));
  const fonts = /\/Font <<([^>]*)>>/.exec(resources)?.[1] ?? '';
  return new Map(
    [...fonts.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', number]) => {
      const letters = lettersOf(streamOf(objectNamed(objects, reference(objectNamed(objects, Number(number)), 'ToUnicode'))));
      return [name, (hex) => (hex.match(/.{4}/g) ?? []).map((code) => letters.get(Number.parseInt(code, 16)) ?? '\ufffd').join('')];
    }),
  );
}

/** Returns letters by number, from ranges `<first> <last> [<letters> …]`. */
function lettersOf(map: string): ReadonlyMap<number, string> {
  const ranges = [...map.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/gi)];
  return new Map(
    ranges.flatMap(([, first = '', list = '']) =>
      [...list.matchAll(/<([^>]*)>/g)].map(([, hex = ''], place): [number, string] => [Number.parseInt(first, 16) + place, inUtf16(hex.replaceAll(' ', ''))]),
    ),
  );
}

const inUtf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function linesOf(content: string, decoders: ReadonlyMap<string, Decode>): PdfLine[] {
  const found: { x: number; y: number; text: string }[] = [];
  for (const [, block = ''] of content.matchAll(/\bBT\b([\s\S]*?)\bET\b/g)) {
    const [, x, y] = /([-\d.]+) ([-\d.]+) Tm/.exec(block) ?? [];
    const decode = decoders.get(/\/(\w+) [\d.]+ Tf/.exec(block)?.[1] ?? '');
    if (!decode) throw new Error('text in a font that the page does not have');
    const text = [...block.matchAll(/<([0-9a-fA-F]*)>/g)].map(([, hex = '']) => decode(hex)).join('');
    found.push({ x: Number(x), y: Number(y), text });
  }
  // The writer flips the page, so a greater y is further down.
  const rows = Map.groupBy(found, ({ y }) => y);
  return [...rows].toSorted(([one], [other]) => other - one).map(([, pieces]) => pieces.toSorted((one, other) => one.x - other.x).map(({ text }) => text));
}
