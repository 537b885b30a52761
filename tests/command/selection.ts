/** The selected test files, by runner. */
export interface Selection {
  vitest: readonly string[];
  playwright: readonly string[];
  /** The patterns that no file's path contains. */
  unmatched: readonly string[];
}

const isVitest = (file: string) => /\.test\.tsx?$/.test(file);
const isPlaywright = (file: string) => /\.spec\.ts$/.test(file);

/** Returns those of the files whose path contains one of the patterns. */
export function selectFiles(files: readonly string[], patterns: readonly string[]): Selection {
  const tests = files.filter((file) => isVitest(file) || isPlaywright(file));
  const selected = tests.filter((file) => patterns.some((pattern) => file.includes(pattern)));
  return {
    vitest: selected.filter(isVitest),
    playwright: selected.filter(isPlaywright),
    unmatched: patterns.filter((pattern) => !tests.some((file) => file.includes(pattern))),
  };
}
