/** Where this runtime keeps the address of "the page", from which addresses without a host are read. */
const pageOrigin = Symbol.for('undici.globalOrigin.1');

/** Lets code of a browser run here: its addresses without a host are this site's. */
export function openPageOf(origin: string): void {
  Reflect.defineProperty(globalThis, pageOrigin, { value: new URL(origin), writable: true, enumerable: false, configurable: false });
}
