/** The part of a logger that the sandbox uses; the product's own logger fits. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>;
