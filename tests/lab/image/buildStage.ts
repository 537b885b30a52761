import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Container, containerOf, type Instruction, instructionsOf, lineageOf } from '../../check/dockerfile.ts';
import { root } from '../../check/seeds.ts';
import { asUser, type Workplace } from './workplace.ts';

/** The working directory of every stage. */
const workdir = '/headway';

/** Copies what Docker would send to the engine: the files of the working tree that neither git nor .dockerignore leaves out. */
export function copyContext({ folder }: Workplace): void {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  for (const file of files) {
    if (ignored.some((entry) => file === entry || file.startsWith(`${entry}/`)) || !existsSync(join(root, file))) continue;
    copy(join(root, file), join(folder, 'context', file));
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

/** Builds a stage, and first those that it needs, as an engine would; returns its folder. Throws at an instruction it does not know. */
export function buildStage(place: Workplace, name: string): string {
  const { stages } = place;
  const folder = join(place.folder, name);
  if (existsSync(folder)) return folder;
  const stage = stages.find((one) => one.name === name);
  if (!stage) throw new Error(`there is no stage ${name}`);
  const isBase = lineageOf(stages, stage.from).length === 0;
  // Hard links: no instruction here changes a file in its place.
  if (isBase) mkdirSync(folder);
  else execFileSync('cp', ['-al', buildStage(place, stage.from), folder]);
  const inherited = instructionsOf(stages, stage.from);
  for (const [index, instruction] of stage.instructions.entries()) {
    follow(place, folder, instruction, containerOf([...inherited, ...stage.instructions.slice(0, index)]));
  }
  return folder;
}

function follow(place: Workplace, folder: string, { word, rest }: Instruction, container: Container): void {
  switch (word) {
    case 'COPY':
      copyInto(place, folder, rest);
      return;
    case 'RUN':
      console.log(`· ${basename(folder)}: ${rest}`);
      execFileSync('sh', ['-c', rest], { cwd: folder, stdio: 'inherit', ...(container.user === 'root' ? {} : asUser(place, container)) });
      return;
    case 'WORKDIR':
      if (rest !== workdir) throw new Error(`WORKDIR ${rest}: every stage works in ${workdir}`);
      return;
    // Of the container, not of its files.
    case 'CMD':
    case 'ENV':
    case 'EXPOSE':
    case 'HEALTHCHECK':
    case 'USER':
      return;
    default:
      throw new Error(`unknown instruction: ${word} ${rest}`);
  }
}

/** `COPY a b ./`, `COPY . .`, `COPY --from=build /headway/a a`. A folder is copied with what is in it, as Docker does. */
function copyInto(place: Workplace, folder: string, rest: string): void {
  const words = rest.split(/\s+/);
  const stage = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const source = stage === undefined ? join(place.folder, 'context') : buildStage(place, stage);
  const target = words.pop() ?? '';
  for (const word of words) {
    const path = word.startsWith(`${workdir}/`) ? word.slice(workdir.length + 1) : word;
    copy(join(source, path), join(folder, target, words.length > 1 || target.endsWith('/') ? basename(path) : ''));
  }
}
