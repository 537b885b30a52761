/** As much of a logger as the sandbox uses; the product's own fits. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>;
