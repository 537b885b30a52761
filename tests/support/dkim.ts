import { createHash, createVerify } from 'node:crypto';

/** The verification of a DKIM signature, written from RFC 6376 alone: relaxed canonicalization, rsa-sha256. */

interface HeaderField {
  /** In lower case. */
  name: string;
  /** As sent, with its folds. */
  value: string;
}

function parts(message: Buffer): { fields: HeaderField[]; body: string } {
  const text = message.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const lines = text.slice(0, end).split(/\r\n(?![ \t])/);
  const fields = lines.map((line) => ({ name: line.slice(0, line.indexOf(':')).trim().toLowerCase(), value: line.slice(line.indexOf(':') + 1) }));
  return { fields, body: text.slice(end + 4) };
}

/** RFC 6376, 3.4.2. */
const relaxedField = ({ name, value }: HeaderField) =>
  `${name}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`;

/** RFC 6376, 3.4.4. */
function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${line}\r\n`).join('');
}

/** Returns the tags of a signature, without the white space that may stand in them. */
function tagsOf(value: string): Map<string, string> {
  const pairs = value.split(';').filter((pair) => pair.trim() !== '');
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).replace(/\s+/g, '')]));
}

interface Verified {
  isValid: boolean;
  domain: string | undefined;
  selector: string | undefined;
  /** The names of the signed fields, in lower case. */
  signed: string[];
}

/** Verifies the one DKIM signature of a message by a public key in PEM. */
export function verifyDkim(message: Buffer, publicKey: string): Verified {
  const { fields, body } = parts(message);
  const [signature, ...others] = fields.filter(({ name }) => name === 'dkim-signature');
  if (!signature || others.length > 0) throw new Error(`one signature expected, ${others.length + (signature ? 1 : 0)} found`);
  const tags = tagsOf(signature.value);
  const signed = (tags.get('h') ?? '').toLowerCase().split(':');
  const isKnown = tags.get('v') === '1' && tags.get('a') === 'rsa-sha256' && tags.get('c') === 'relaxed/relaxed' && !tags.has('l');
  const bodyHash = createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64');
  // A name that stands twice in h= means the last field of that name first, RFC 6376, 5.4.2.
  const left = fields.toReversed();
  const taken = signed.flatMap((name) => {
    const place = left.findIndex((field) => field.name === name);
    return place < 0 ? [] : left.splice(place, 1);
  });
  const unsigned = { name: signature.name, value: signature.value.replace(/([;\s]b=)[^;]*/, '$1') };
  const data = [...taken.map((field) => `${relaxedField(field)}\r\n`), relaxedField(unsigned)].join('');
  const isSigned = createVerify('RSA-SHA256')
    .update(data, 'latin1')
    .verify(publicKey, tags.get('b') ?? '', 'base64');
  return { isValid: isKnown && bodyHash === tags.get('bh') && isSigned, domain: tags.get('d'), selector: tags.get('s'), signed };
}
