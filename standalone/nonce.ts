declare global {
  interface Window {
    /** Where styled-components looks for the nonce of its style element. */
    __webpack_nonce__: string | undefined;
  }
}

/** Browsers hide the attribute from scripts that did not come with the page and give it as a property instead. */
window.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

export {};
