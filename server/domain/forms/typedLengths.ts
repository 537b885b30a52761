/** The most characters that a field takes. The fields of both frontends and the calls share them. */
export const typedLengths = {
  dollars: 20,
  /** The note beside a request for a card or a raise. */
  note: 200,
  /** A merchant where a card may spend. */
  merchantName: 60,
  memberName: 80,
  memberEmail: 320,
  contactEmail: 254,
  slackUrl: 512,
  slackLabel: 80,
  /** Typed by staff. */
  customerSearch: 100,
  businessName: 200,
  confirmation: 300,
  reason: 1_000,
  staffNote: 5_000,
} as const;

/** The least characters of a search for customers. */
export const minimumSearchLength = 2;
