export const phoneHint = 'We call it only about your account.';

/** Says how what came from the verification is changed: before and after the address of support. */
export const verifiedFactsText = [
  'These come from your verification. To have one changed, write to ',
  ' and say what is new; we may ask for a document that shows it.',
] as const;
