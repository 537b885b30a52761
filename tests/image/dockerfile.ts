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
