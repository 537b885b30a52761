import { dirname, join, resolve } from 'node:path';
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

/** Returns some files and every one of `among` that imports one of them, directly or through others. */
function importersOf(files: readonly string[], among: readonly string[], host: ts.CompilerHost): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const path of among) {
    for (const { fileName } of ts.preProcessFile(host.readFile(path) ?? '').importedFiles) {
      const imported = resolve(dirname(path), fileName);
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  const found = new Set(files);
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return found;
}

/** What the compiler says about a line of a file. */
export interface Message {
  file: string;
  /** Counted from 1. */
  line: number;
  text: string;
}

export interface Compiled {
  /** The product and what is concerned by the planted files. */
  program: ts.Program;
  /** The messages about the planted files and all that import them, directly or through others: the others mean the same as before. */
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

  return {
    /** Returns the messages about each of these files; those they import are compiled as far as they need it. */
    messagesAbout(texts: Texts, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
      const asked = files.filter(isCode);
      const program = ts.createProgram({ rootNames: asked.map(pathOf), options, host: hostOf(texts) });
      const said = (file: string) => program.getSemanticDiagnostics(program.getSourceFile(pathOf(file))).map(textOf);
      return new Map(asked.map((file) => [file, said(file)]));
    },

    /** Compiles the project with planted texts. */
    compileAll(texts: Texts): Compiled {
      const plantedFiles = [...texts.keys()].filter(isCode).map(pathOf);
      const host = hostOf(texts);
      const concerned = importersOf(plantedFiles, [...new Set([...fileNames, ...plantedFiles])], host);
      const isTest = (path: string) => path.startsWith(pathOf('tests/'));
      const rootNames = [...new Set([...concerned, ...fileNames.filter((path) => !isTest(path))])];
      const program = ts.createProgram({ rootNames, options, host });
      const messagesOf = (path: string): Message[] => {
        const file = program.getSourceFile(path);
        if (!file) throw new Error(`not compiled: ${path}`);
        return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((diagnostic) => ({
          file: path.slice(root.length),
          line: file.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line + 1,
          text: textOf(diagnostic),
        }));
      };
      return { messages: [...concerned].flatMap(messagesOf), program };
    },
  };
}
