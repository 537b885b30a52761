declare global {
  interface Window {
    /** The nonce that styled-components puts on its style element. */
    __webpack_nonce__: string | undefined;
  }
}

// Read the property: browsers hide the nonce attribute from scripts.
window.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

export {};
