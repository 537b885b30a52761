/** The shortest reason that staff may give for what they do to an account, in characters. */
export const minimumReasonLength = 3;

/** What staff read beside a shorter one. */
export const shortReason = 'Say why in a few words.';
