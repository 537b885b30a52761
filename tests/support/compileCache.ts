const { NODE_COMPILE_CACHE } = process.env;

/** The setting by which processes of a test with an environment of their own share what the run's processes have compiled: it halves their start. */
export const compileCache: Readonly<Record<string, string>> = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
