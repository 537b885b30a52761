import { createContext, useContext } from 'react';

/** The nonce by which this answer's policy allows scripts; empty in the browser, which hides nonces from scripts. */
export const NonceContext = createContext('');
export const useNonce = () => useContext(NonceContext);
