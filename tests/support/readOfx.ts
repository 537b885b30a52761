/** An element of an OFX file: either a value or elements inside. */
export interface OfxElement {
  names(): string[];
  /** The only element of that name. */
  find(name: string): OfxElement;
  all(name: string): OfxElement[];
  /** The value of the only element of that name. */
  value(name: string): string;
}

interface Node {
  name: string;
  text: string | null;
  children: Node[];
}

const HEADER = /^OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n(?:[A-Z]+:[A-Z\d]+\r\n)+\r\n/;

/** Reads OFX 1.0.2 in its SGML form: a header, then elements, where one with a value has no end tag. Refuses everything else. */
export function readOfx(file: string): OfxElement {
  const header = HEADER.exec(file)?.[0];
  if (header === undefined) throw new Error('no header of OFX 1.0.2');
  const root: Node = { name: '', text: null, children: [] };
  const open = [root];
  for (const line of file.slice(header.length).split('\r\n').slice(0, -1)) {
    const [, close, name = '', text = ''] = /^<(\/?)([A-Z\d.]+)>([^<>]*)$/.exec(line) ?? [];
    const inside = open.at(-1);
    if (name === '' || inside === undefined) throw new Error(`not an element: ${line}`);
    if (close === '/') {
      if (open.pop()?.name !== name) throw new Error(`${line} closes something else`);
      continue;
    }
    const node: Node = { name, text: text === '' ? null : plainText(text), children: [] };
    inside.children.push(node);
    if (node.text === null) open.push(node);
  }
  if (open.length !== 1) throw new Error('an element is never closed');
  return element(root).find('OFX');
}

function plainText(text: string): string {
  if (/&(?!(?:amp|lt|gt);)/.test(text)) throw new Error(`a bare sign in ${text}`);
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function element(node: Node): OfxElement {
  const all = (name: string) => node.children.filter((child) => child.name === name);
  const only = (name: string): Node => {
    const [found, ...others] = all(name);
    if (!found || others.length > 0) throw new Error(`${node.name} has ${others.length + (found ? 1 : 0)} ${name}`);
    return found;
  };
  return {
    names: () => node.children.map((child) => child.name),
    find: (name) => element(only(name)),
    all: (name) => all(name).map(element),
    value: (name) => only(name).text ?? '',
  };
}
