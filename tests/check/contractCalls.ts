import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteContract } from '../../server/contract/define.ts';
import { root } from './seeds.ts';

/** Finds calls of the API that nobody makes: no page, no extension, and none of those who are named here. */

/** The calls that are made from elsewhere, or that the specification names, each with the reason. A needless entry is refused as well. */
export const madeElsewhere: Readonly<Record<string, string>> = {
  'GET /api/program': 'the sandbox, which asks what time the product has',
  'GET /api/rutter_store': 'the specification names it',
  'GET /calendar/:feed.ics': 'calendar programs, by the address that the page of the calendar gives',
};

type Call = Pick<RouteContract, 'method' | 'path'>;

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

/** Matches a call in the code of a page: by its name, or by its address with a value for each parameter. */
function mentionOf(call: Call): RegExp {
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const address = call.path.split(/:\w+/).map(literal).join('\\$\\{[^}]+\\}');
  return new RegExp(`'${literal(nameOf(call))}'|['"\`}]${address}['"\`?$]`);
}

/** Returns the names of the calls that the texts do not mention. */
export function unmentioned(calls: readonly Call[], texts: readonly string[]): readonly string[] {
  const all = texts.join('\n');
  return calls.filter((call) => !mentionOf(call).test(all)).map(nameOf);
}

/** Returns the code of everything that makes calls in a browser. */
export function textsOfCallers(): readonly string[] {
  return ['app', 'standalone', 'extensions', 'server/browser'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
}
