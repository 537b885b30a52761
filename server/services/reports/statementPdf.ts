import PDFDocument from 'pdfkit';
import type { SheetColumn, StatementSheet } from '../../domain/reports/statementSheet.ts';
import type { Program } from '../../programs/define.ts';
import { boldFont, isPrintable, printable, regularFont } from './fonts.ts';
import { readLogo } from './logo.ts';

/** A printed statement in the program's brand: logo and color, the totals, then a table over as many pages as it needs. */

/** US letter, in points. */
const page = { width: 612, height: 792, margin: 54 };
const inner = page.width - 2 * page.margin;
const rowHeight = 20;
const headHeight = 24;
const footHeight = 28;
const listStart = 284;
const factsPerLine = 4;
const nextStart = page.margin;
const logoHeight = 26;
const gray = '#5A6472';
const hairline = '#D8DEE4';
const cellGap = 8;
const notPrinted = 'A “?” may stand for a letter that this page cannot print. The CSV file of this statement has every name as it is written.';

export interface Letterhead {
  program: Program;
  /** The name of the statement's owner. */
  holder: string;
  generatedAt: Date;
  /** The number of rows, from which the number of pages follows. */
  row_count: number;
}

/**
 * Yields the file piece by piece. Each full page is released at once, so that a long statement needs no more memory
 * than one batch of its rows and its distinct words.
 */
export async function* writePdf<Row>(sheet: StatementSheet<Row>, letterhead: Letterhead, batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Buffer> {
  const paper = new StatementPaper(sheet, letterhead);
  for await (const batch of batches) {
    for (const row of batch) {
      paper.addRow(sheet.cells(row));
    }
    yield* paper.finished();
  }
  paper.end();
  yield* paper.finished();
}

type SheetFrame = Pick<StatementSheet<never>, 'title' | 'note' | 'facts' | 'columns'>;

class StatementPaper {
  readonly #document: PDFKit.PDFDocument;
  readonly #sheet: SheetFrame;
  readonly #letterhead: Letterhead;
  readonly #pages: number;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #table: PDFKit.PDFStructureElement;
  #page = 1;
  /** The vertical position of the next row, in points. */
  #y = listStart;
  #rows = 0;
  /** Whether a letter of the present page could not be printed. */
  #isLetterMissing = false;

  constructor(sheet: SheetFrame, letterhead: Letterhead) {
    this.#sheet = sheet;
    this.#letterhead = letterhead;
    this.#pages = pagesOf(letterhead.row_count);
    const { program, generatedAt } = letterhead;
    this.#document = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      font: regularFont,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      info: { Title: `${program.name}: ${sheet.title}`, Author: program.name, CreationDate: generatedAt, ModDate: generatedAt },
    });
    this.#root = this.#document.struct('Document');
    this.#document.addStructure(this.#root);
    this.#drawTop(this.#root);
    this.#table = this.#document.struct('Table');
    this.#root.add(this.#table);
    this.#drawColumnNames();
    this.#drawFoot();
  }

  addRow(cells: readonly string[]): void {
    if (this.#y + rowHeight > page.height - page.margin - footHeight) this.#turnPage();
    const tr = this.#document.struct('TR');
    this.#table.add(tr);
    this.#drawCells(tr, 'TD', cells, this.#y + 5);
    tr.end();
    this.#y += rowHeight;
    this.#rows += 1;
    this.#line(this.#y, hairline, 0.5);
  }

  end(): void {
    if (this.#rows === 0) {
      const tr = this.#document.struct('TR');
      this.#table.add(tr);
      this.#drawText(tr, 'TD', 'Nothing happened in this month.', { x: page.margin, y: this.#y + 6, size: 10, color: gray });
      tr.end();
    }
    this.#table.end();
    this.#endPage();
    this.#document.end();
  }

  /** Yields the bytes written since the last call. */
  *finished(): Generator<Buffer> {
    for (let piece: unknown = this.#document.read(); piece !== null; piece = this.#document.read()) {
      if (piece instanceof Buffer) yield piece;
    }
  }

  #drawTop(root: PDFKit.PDFStructureElement): void {
    const { program, holder } = this.#letterhead;
    const { title, note, facts } = this.#sheet;
    const { primary, ink } = program.colors.light;
    this.#asArtifact(() => this.#document.rect(0, 0, page.width, 6).fill(primary));
    root.add(this.#document.struct('Figure', { alt: program.name }, () => this.#drawLogo()));
    this.#drawText(root, 'P', 'Account statement', { x: page.margin, y: 52, size: 10, color: gray, alignRight: true, width: inner });
    this.#drawText(root, 'H1', title, { x: page.margin, y: 108, size: 20, color: ink, font: boldFont });
    this.#drawText(root, 'P', holder, { x: page.margin, y: 136, size: 12, color: ink, width: inner });
    this.#drawText(root, 'P', note, { x: page.margin, y: 154, size: 9, color: gray });
    const width = inner / factsPerLine;
    facts.forEach(([label, value], place) => {
      const x = page.margin + (place % factsPerLine) * width;
      const y = 176 + Math.floor(place / factsPerLine) * 36;
      this.#drawText(root, 'P', label, { x, y, size: 9, color: gray });
      this.#drawText(root, 'P', value, { x, y: y + 14, size: 12, color: ink, font: boldFont });
    });
  }

  #drawLogo(): void {
    const { height, paths } = readLogo(this.#letterhead.program.key);
    this.#document.save();
    this.#document.translate(page.margin, 42).scale(logoHeight / height);
    for (const { d, fill, opacity, stroke } of paths) {
      const path = this.#document.path(d);
      if (stroke)
        path
          .lineWidth(stroke.width)
          .lineCap(stroke.cap)
          .lineJoin(stroke.cap === 'round' ? 'round' : 'miter')
          .stroke(stroke.color);
      else if (fill) path.fillOpacity(opacity).fill(fill);
    }
    this.#document.restore();
  }

  #drawColumnNames(): void {
    const tr = this.#document.struct('TR');
    this.#table.add(tr);
    this.#drawCells(
      tr,
      'TH',
      this.#sheet.columns.map(({ label }) => label),
      this.#y - headHeight + 6,
    );
    tr.end();
    this.#line(this.#y - 2, this.#letterhead.program.colors.light.primary, 1.5);
  }

  #drawFoot(): void {
    const { name, supportEmail } = this.#letterhead.program;
    const y = page.height - page.margin - 8;
    this.#asArtifact(() => {
      this.#text(`${name} · ${supportEmail}`, { x: page.margin, y, size: 8, color: gray });
      this.#text(`Page ${this.#page} of ${this.#pages}`, { x: page.margin, y, size: 8, color: gray, alignRight: true, width: inner });
    });
  }

  /** Says under the rows where the page has a question mark for a letter, so that nobody takes it for the name. */
  #endPage(): void {
    if (!this.#isLetterMissing) return;
    this.#drawText(this.#root, 'P', notPrinted, { x: page.margin, y: page.height - page.margin - 20, size: 8, color: gray });
    this.#isLetterMissing = false;
  }

  #turnPage(): void {
    this.#endPage();
    this.#document.addPage();
    this.#page += 1;
    this.#y = nextStart + headHeight;
    this.#drawColumnNames();
    this.#drawFoot();
  }

  #drawCells(tr: PDFKit.PDFStructureElement, type: 'TH' | 'TD', cells: readonly string[], y: number): void {
    const isHead = type === 'TH';
    let x = page.margin;
    for (const [place, column] of this.#sheet.columns.entries()) {
      const width = column.share * inner;
      const look = { x, y, width: cellWidth(column, width), size: isHead ? 9 : 10, color: isHead ? gray : this.#letterhead.program.colors.light.ink };
      this.#drawText(tr, type, cells[place] ?? '', { ...look, alignRight: column.isAmount === true });
      x += width;
    }
  }

  #drawText(parent: PDFKit.PDFStructureElement, type: 'H1' | 'P' | 'TH' | 'TD', text: string, look: Look): void {
    parent.add(this.#document.struct(type, {}, () => this.#text(text, look)));
  }

  /** Draws one line of text, cut off at its width. */
  #text(text: string, { x, y, size, color, font = regularFont, width, alignRight = false }: Look): void {
    this.#document.font(font).fontSize(size).fillColor(color);
    this.#isLetterMissing ||= !isPrintable(text);
    const fitting = this.#fit(printable(text), width);
    const left = alignRight && width !== undefined ? x + width - this.#document.widthOfString(fitting) : x;
    this.#document.text(fitting, left, y, { lineBreak: false });
  }

  #fit(text: string, width: number | undefined): string {
    if (width === undefined || this.#document.widthOfString(text) <= width) return text;
    let cut = text;
    while (cut !== '' && this.#document.widthOfString(`${cut}…`) > width) cut = cut.slice(0, -1);
    return `${cut.trimEnd()}…`;
  }

  #line(y: number, color: string, width: number): void {
    this.#asArtifact(() =>
      this.#document
        .moveTo(page.margin, y)
        .lineTo(page.width - page.margin, y)
        .lineWidth(width)
        .stroke(color),
    );
  }

  /** Draws decoration that screen readers skip. */
  #asArtifact(draw: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#document.endMarkedContent();
  }
}

interface Look {
  x: number;
  y: number;
  size: number;
  color: string;
  font?: string;
  width?: number;
  alignRight?: boolean;
}

/** Returns the width of a cell's content: text keeps a gap before the next column; amounts end at the column's edge. */
function cellWidth({ isAmount }: SheetColumn, width: number): number {
  return isAmount ? width : width - cellGap;
}

const rowsBetween = (start: number) => Math.floor((page.height - page.margin - footHeight - start) / rowHeight);

function pagesOf(row_count: number): number {
  const beyondFirst = Math.max(0, row_count - rowsBetween(listStart));
  return 1 + Math.ceil(beyondFirst / rowsBetween(nextStart + headHeight));
}
