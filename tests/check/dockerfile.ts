/** One instruction of a Dockerfile: `COPY --from=build server server` is `{ word: 'COPY', rest: '--from=build server server' }`. */
export interface Instruction {
  word: string;
  rest: string;
}

/** A stage of a Dockerfile: its name, the image or stage that it begins with, and its instructions in order. */
export interface Stage {
  name: string;
  from: string;
  instructions: readonly Instruction[];
}

/** Reads the stages of a Dockerfile, each of which has to be named. Lines that end in a backslash go on in the next one. */
export function readStages(dockerfile: string): readonly Stage[] {
  const lines = dockerfile
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word !== 'FROM') {
      stages.at(-1)?.instructions.push({ word, rest });
      continue;
    }
    const [, from, name] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
    if (from === undefined || name === undefined) throw new Error(`a stage without a name: ${line}`);
    stages.push({ name, from, instructions: [] });
  }
  return stages;
}

/** The stage of that name, followed by the stages it begins with; the last one begins with an image. */
export function lineageOf(stages: readonly Stage[], name: string): readonly Stage[] {
  const stage = stages.find((one) => one.name === name);
  return stage ? [stage, ...lineageOf(stages, stage.from)] : [];
}

/** Returns the instructions of a stage after those of the stages it begins with, in order. */
export const instructionsOf = (stages: readonly Stage[], name: string): readonly Instruction[] =>
  lineageOf(stages, name)
    .toReversed()
    .flatMap((stage) => stage.instructions);

/** The command, health check, environment and user of a container. */
export interface Container {
  command: readonly string[];
  /** Undefined when nothing asks after its health. */
  healthCheck: readonly string[] | undefined;
  environment: Readonly<Record<string, string>>;
  user: string;
}

/** Returns the command of `--interval=10s CMD ["program", "word"]`. */
function commandOfHealthCheck(rest: string | undefined): string[] | undefined {
  const [, command] = /\sCMD (\[.*\])$/.exec(rest ?? '') ?? [];
  return command === undefined ? undefined : (JSON.parse(command) as string[]);
}

/** Returns the container that these instructions describe; a later instruction overrides an earlier one. */
export function containerOf(instructions: readonly Instruction[]): Container {
  const last = (wanted: string) => instructions.findLast(({ word }) => word === wanted)?.rest;
  const settings = instructions.filter(({ word }) => word === 'ENV').map(({ rest }) => /^([^=]*)=(.*)$/.exec(rest) ?? []);
  return {
    command: JSON.parse(last('CMD') ?? '[]') as string[],
    healthCheck: commandOfHealthCheck(last('HEALTHCHECK')),
    environment: Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value])),
    user: last('USER') ?? 'root',
  };
}
