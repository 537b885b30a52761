import type { Words } from '../../domain/basics/markdown.ts';
import type { Palette, ResolvedProgram } from '../../programs/define.ts';
import { type Fact, type Letter, oneLine, type Passage } from './letter.ts';
import { escapeLine, passageHtml } from './letterHtml.ts';

/** The preferences with which a merchant switches mails off. */
export type MailPreference = 'fund_withdraw_email' | 'gets_monday_email';

/** The page on which a merchant switches mails on and off. */
const preferencesPath = '/settings#mails';

const closings: Readonly<Record<MailPreference, string>> = {
  fund_withdraw_email: 'You get mails about withdrawals. Switch them off here:',
  gets_monday_email: 'You get this every Monday. Switch it off here:',
};
/** The closing of mails that cannot be switched off: it offers no switch. */
const usualClosing = 'Choose which mails you get here:';

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Styles for mail programs with dark mode. They must override the inline styles, hence `!important`. */
function darkStyles({ canvas, surface, ink, primary }: Palette): string {
  const rules = [
    `.canvas{background:${canvas}!important;color:${ink}!important}`,
    `.surface{background:${surface}!important;color:${ink}!important}`,
    `.brand{color:${primary}!important}`,
    `.button{background:${primary}!important;color:${surface}!important}`,
    `.rule{border-color:${canvas}!important}`,
  ];
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

/** The fonts of headings, of the same generic kind as the brand's typeface: mail programs load no fonts. */
const headingFonts = { serif: "Georgia,'Times New Roman',serif", 'sans-serif': font } as const;

/** Returns the program's logo as a picture of one of its two surfaces, because mail programs show no SVG. */
function logoHtml({ logo, name, siteUrl }: ResolvedProgram): string {
  const address = (path: string) => escapeLine(`${siteUrl}${path}`);
  return (
    `<a class="brand" href="${escapeLine(siteUrl)}"><picture><source media="(prefers-color-scheme:dark)" srcset="${address(logo.mail.dark)}">` +
    `<img src="${address(logo.mail.light)}" alt="${escapeLine(name)}" height="44" style="display:block;height:44px;width:auto;border:0"></picture></a>`
  );
}

interface Link {
  label: string;
  href: string;
}

function buttonHtml({ label, href }: Link, { colors, cornerRadiusPx }: ResolvedProgram): string {
  const { primary, surface } = colors.light;
  const looks = `display:inline-block;padding:12px 20px;background:${primary};color:${surface};border-radius:${cornerRadiusPx}px;font-weight:600;text-decoration:none`;
  return `<p style="margin:24px 0 0"><a class="button" href="${escapeLine(href)}" style="${looks}">${escapeLine(label)}</a></p>`;
}

interface Parts {
  subject: string;
  /** The passages and the button. */
  content: string;
  /** The last lines: the business that the letter is about, and how to choose mails. */
  about: string | null;
  closing: Link;
}

/** Returns the page around the letter: one column in tables, which every mail program lays out alike. */
function pageHtml({ subject, content, about, closing }: Parts, program: ResolvedProgram): string {
  const { colors, cornerRadiusPx, supportEmail, typeface } = program;
  const { canvas, surface, ink, primary } = colors.light;
  const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
  const title = `<h1 style="margin:0 0 16px;font-family:${headingFonts[typeface.generic]};font-size:20px;line-height:1.4">${escapeLine(subject)}</h1>`;
  const plainLink = (href: string, text: string) => `<a class="brand" href="${escapeLine(href)}" style="color:${primary}">${escapeLine(text)}</a>`;
  const business = about === null ? '' : `${escapeLine(about)}<br>`;
  const choose = `${escapeLine(closing.label)} ${plainLink(closing.href, 'your mails')}`;
  const questions = `Questions? ${plainLink(`mailto:${supportEmail}`, supportEmail)}`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeLine(subject)}</title><style>${darkStyles(colors.dark)}</style></head>`,
    `<body class="canvas" style="margin:0;padding:0;background:${canvas};color:${ink};font-family:${font};font-size:16px;line-height:1.5">`,
    `<table class="canvas" ${table} style="background:${canvas}"><tr><td align="center" style="padding:24px 12px">`,
    `<table ${table} style="max-width:600px;text-align:left">`,
    `<tr><td class="surface" style="padding:16px 16px 0;background:${surface};border-radius:${cornerRadiusPx}px ${cornerRadiusPx}px 0 0">${logoHtml(program)}</td></tr>`,
    `<tr><td class="surface" style="padding:20px 24px 28px;background:${surface};color:${ink};border-radius:0 0 ${cornerRadiusPx}px ${cornerRadiusPx}px;overflow-wrap:anywhere">${title}${content}</td></tr>`,
    `<tr><td style="padding:16px 0 0;font-size:13px;overflow-wrap:anywhere">${business}${choose}<br>${questions}</td></tr>`,
    '</table></td></tr></table></body></html>',
  ].join('\n');
}

interface Addressee {
  /** The business that the letter is about: one person may have several. */
  business_name: string | null;
}

/** Renders a letter in the program's colors, as text and as HTML. `preference` is the setting that switches such letters off. */
export function composeLetter(
  letter: Letter,
  program: ResolvedProgram,
  { business_name }: Addressee,
  preference: MailPreference | null,
): { subject: string; text: string; html: string } {
  const subject = oneLine(letter.subject);
  const { passages, action } = letter;
  const button = action ? { label: action.label, href: `${program.siteUrl}${action.path}` } : null;
  const closing = { label: preference === null ? usualClosing : closings[preference], href: `${program.siteUrl}${preferencesPath}` };
  const about = business_name === null ? null : `This mail is about ${oneLine(business_name)}.`;
  const content = passages.map((passage) => passageHtml(passage, program.colors.light)).join('\n');
  return {
    subject,
    text: [
      subject,
      ...passages.map(passageText),
      ...(button ? [`${button.label}: ${button.href}`] : []),
      [
        '--',
        `${program.name} · ${program.siteUrl}`,
        ...(about === null ? [] : [about]),
        `${closing.label} ${closing.href}`,
        `Questions? ${program.supportEmail}`,
      ].join('\n'),
    ].join('\n\n'),
    html: pageHtml({ subject, content: `${content}${button ? buttonHtml(button, program) : ''}`, about, closing }, program),
  };
}

const wordsText = (words: readonly Words[]) => oneLine(words.map(({ text }) => text).join(''));

const factText = ({ label, value }: Fact) => `${oneLine(label)}: ${oneLine(value)}`;

/** Renders a passage as plain text. */
function passageText(passage: Passage): string {
  switch (passage.kind) {
    case 'heading':
      return wordsText(passage.words).toUpperCase();
    case 'list':
      return passage.items.map((item) => `- ${wordsText(item)}`).join('\n');
    case 'paragraph':
      return wordsText(passage.words);
    case 'figure':
      return factText(passage);
    case 'facts':
      return passage.facts.map(factText).join('\n');
  }
}
