import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from './seeds.ts';

/** Texts of files by their path from the root. They replace files of the project or are new ones. */
export type Texts = ReadonlyMap<string, string>;

const pathOf = (file: string) => join(root, file);

function projectOptions() {
  const { config } = ts.readConfigFile(pathOf('tsconfig.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return { options: { ...options, incremental: false }, fileNames };
}

/** The compiler's message about a line of a file. */
export interface Message {
  file: string;
  /** Counted from 1. */
  line: number;
  text: string;
}

export interface Compiled {
  program: ts.Program;
  /** The messages about the project's own files and the planted ones. */
  messages: readonly Message[];
}

/** Makes the project's own compiler, which reads some files with planted texts. */
export function openCompiler() {
  const { options, fileNames } = projectOptions();
  const parsed = new Map<string, ts.SourceFile | undefined>();

  function hostOf(texts: Texts): ts.CompilerHost {
    const planted = new Map([...texts].map(([file, text]) => [pathOf(file), text]));
    const folders = new Set([...planted.keys()].map((path) => dirname(path)));
    const host = ts.createCompilerHost(options);
    const { readFile, fileExists, directoryExists, getSourceFile } = host;
    host.readFile = (path) => planted.get(path) ?? readFile(path);
    host.fileExists = (path) => planted.has(path) || fileExists(path);
    host.directoryExists = (path) => folders.has(path) || (directoryExists?.(path) ?? true);
    host.getSourceFile = (path, ...rest) => {
      if (planted.has(path)) return getSourceFile(path, ...rest);
      if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...rest));
      return parsed.get(path);
    };
    return host;
  }

  const isCode = (file: string) => /\.tsx?$/.test(file);
  const textOf = ({ messageText }: ts.Diagnostic) => ts.flattenDiagnosticMessageText(messageText, '\n');
  const messageOf = (diagnostic: ts.Diagnostic): Message => ({
    file: diagnostic.file?.fileName.slice(root.length) ?? 'tsconfig.json',
    line: (diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0) + 1,
    text: textOf(diagnostic),
  });

  return {
    /** Returns the messages about each of these files; those they import are compiled as far as they need it. */
    messagesAbout(texts: Texts, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
      const asked = files.filter(isCode);
      const program = ts.createProgram({ rootNames: asked.map(pathOf), options, host: hostOf(texts) });
      const said = (file: string) => program.getSemanticDiagnostics(program.getSourceFile(pathOf(file))).map(textOf);
      return new Map(asked.map((file) => [file, said(file)]));
    },

    /** Compiles the whole project, its tests as well, with planted texts. */
    compileAll(texts: Texts): Compiled {
      const plantedFiles = [...texts.keys()].filter(isCode).map(pathOf);
      const program = ts.createProgram({ rootNames: [...new Set([...fileNames, ...plantedFiles])], options, host: hostOf(texts) });
      return { messages: ts.getPreEmitDiagnostics(program).map(messageOf), program };
    },
  };
}
