import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installByApt } from './installByApt.ts';

/** A cell as the spreadsheet reads it. */
export interface SheetCell {
  type: 'empty' | 'text' | 'number' | 'date' | 'formula';
  /** The displayed text. */
  text: string;
}

const office = '/usr/bin/soffice';

/**
 * Returns the path of LibreOffice, installed when it is missing and the machine allows it. Throws when there is none,
 * since its checks would otherwise be skipped.
 */
function findOffice(): string {
  if (existsSync(office) || (installByApt('libreoffice-calc-nogui') && existsSync(office))) return office;
  throw new Error(`there is no ${office}, and it could not be installed; install LibreOffice Calc`);
}

/** Import options as careless as a spreadsheet's can be: commas, quotes, UTF-8, detected column types, American numbers and dates, and formulas evaluated. */
const carelessly = 'CSV:44,34,76,1,,1033,false,true,false,false,false,0,true';

/** Opens CSV files, by name, in LibreOffice, and returns the cells of each. */
export async function openInSpreadsheet(files: Readonly<Record<string, string>>): Promise<Record<string, SheetCell[][]>> {
  const folder = mkdtempSync(join(tmpdir(), 'headway-sheets-'));
  try {
    const opened = join(folder, 'opened');
    mkdirSync(opened);
    const paths = Object.entries(files).map(([name, text]) => {
      const path = join(folder, `${name}.csv`);
      writeFileSync(path, text);
      return path;
    });
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
    const run = spawn(findOffice(), [profile, '--headless', `--infilter=${carelessly}`, '--convert-to', 'fods', '--outdir', opened, ...paths], {
      stdio: 'ignore',
      env: { ...process.env, HOME: folder },
    });
    const [exitCode] = await once(run, 'exit');
    if (exitCode !== 0) throw new Error(`LibreOffice ended with ${exitCode}`);
    return Object.fromEntries(Object.keys(files).map((name) => [name, readSheet(readFileSync(join(opened, `${name}.fods`), 'utf8'))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const attribute = (element: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1];

/** Returns the non-empty rows of a flat OpenDocument spreadsheet. */
function readSheet(document: string): SheetCell[][] {
  const rows = [...document.matchAll(/<table:table-row\b[^>]*>([\s\S]*?)<\/table:table-row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].flatMap(([, head = '', inside = '']) =>
      Array.from({ length: Math.min(Number(attribute(head, 'table:number-columns-repeated') ?? 1), 50) }, () => cellOf(` ${head}`, inside)),
    ),
  );
  return rows.filter((row) => row.some(({ type }) => type !== 'empty'));
}

const types: Readonly<Record<string, SheetCell['type']>> = {
  string: 'text',
  float: 'number',
  currency: 'number',
  percentage: 'number',
  date: 'date',
  time: 'date',
};

function cellOf(head: string, inside: string): SheetCell {
  const text = [...inside.matchAll(/<text:p>([\s\S]*?)<\/text:p>/g)].map(([, line = '']) => plainText(line)).join('\n');
  if (attribute(head, 'table:formula') !== undefined) return { type: 'formula', text };
  return { type: types[attribute(head, 'office:value-type') ?? ''] ?? 'empty', text };
}

function plainText(xml: string): string {
  return xml
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
