/** The shortest reason that staff may give for what they do to an account, in characters. */
export const minimumReasonLength = 3;

/** The mistake of a shorter reason. */
export const shortReason = 'Say why in a few words.';
