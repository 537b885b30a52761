/** The place in which this runtime keeps the address of "the page", from which addresses without a host are read. */
const pageOrigin = Symbol.for('undici.globalOrigin.1');

function stayAt(origin: URL | undefined): void {
  Reflect.defineProperty(globalThis, pageOrigin, { value: origin, writable: true, enumerable: false, configurable: false });
}

/** Lets code of a browser run here: its addresses without a host are this site's. */
export const openPageOf = (origin: string) => stayAt(new URL(origin));

/** Makes this process what it was before, for the files that it tests after this one. */
export const leavePage = () => stayAt(undefined);
