/** The selected test files, by runner. */
export interface Selection {
  vitest: readonly string[];
  playwright: readonly string[];
  /** The patterns that no file's path contains. */
  unmatched: readonly string[];
}

const isVitest = (file: string) => /\.test\.tsx?$/.test(file);
const isPlaywright = (file: string) => /\.spec\.ts$/.test(file);

/** Returns those of the files whose path contains one of the patterns, in capitals or not. */
export function selectFiles(files: readonly string[], patterns: readonly string[]): Selection {
  const tests = files.filter((file) => isVitest(file) || isPlaywright(file));
  const contains = (file: string, pattern: string) => file.toLowerCase().includes(pattern.toLowerCase());
  const selected = tests.filter((file) => patterns.some((pattern) => contains(file, pattern)));
  return {
    vitest: selected.filter(isVitest),
    playwright: selected.filter(isPlaywright),
    unmatched: patterns.filter((pattern) => !tests.some((file) => contains(file, pattern))),
  };
}
