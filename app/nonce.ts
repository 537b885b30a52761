import { createContext, useContext } from 'react';

/** The nonce that this answer's policy allows scripts by; empty in the browser, which hides nonces from scripts. */
export const NonceContext = createContext('');
export const useNonce = () => useContext(NonceContext);
