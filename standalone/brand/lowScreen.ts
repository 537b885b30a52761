/** Matches a screen so low, such as one magnified four times, that nothing may stick to its top: the page itself would have no room. */
export const lowScreen = '(max-height: 26rem) and (max-width: 899.98px)';
