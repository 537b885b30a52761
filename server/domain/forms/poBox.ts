/**
 * The ways people write a post-office box. They are tried on the line in lower case with everything but letters,
 * digits and "#" made a single space, so that "P.O. Box", "PO-Box" and "P O  BOX" are one. Zeros pass for the letter O.
 */
const poBoxes: readonly RegExp[] = [
  /(?:^| )p ?[o0] ?b[o0]?x(?![a-z])/,
  /(?:^| )p ?[o0] ?b ?(?:n[o0] ?|number ?|# ?)?\d/,
  /(?:^| )p ?[o0] ?drawer(?![a-z])/,
  /^p ?[o0] ?(?:n[o0] ?|# ?)?\d/,
  /(?:^| )post(?:al)? ?office ?(?:b[o0]?x|drawer)(?![a-z])/,
  /(?:^| )post(?:al)? ?b[o0]?x ?#? ?\d/,
  /^(?:lock|call|caller) ?b[o0]?x ?#? ?\d/,
  /^(?:apartado|apdo)(?: postal)? ?#? ?\d/,
  // A box and its number alone. After a rural or highway route on the same line, it is a home address.
  /^b[o0]?x ?(?:n[o0] ?|number ?|# ?)?\d+ ?[a-z]?$/,
];

/** Tells whether an address line is a post-office box. A private mail box (PMB) is not one, nor is a box on a rural route. */
export function isPoBox(line: string): boolean {
  const plain = line
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z\d#]+/g, ' ')
    .trim();
  return poBoxes.some((pattern) => pattern.test(plain));
}
