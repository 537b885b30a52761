/**
 * The places that a postal address in the United States can be in: states, the capital's district, territories, freely
 * associated states and military mail, with the first three digits of their ZIP codes.
 */

/** The words of the field for a state. */
export const stateTexts = { hint: 'Type its name or choose it.', none: 'No state has this name.' } as const;

export interface State {
  /** The two letters of the postal service. */
  code: string;
  name: string;
  /** The first three digits of its ZIP codes, as ranges of which both ends belong to it. */
  zips: readonly string[];
}

const state = (code: string, name: string, ...zips: readonly string[]): State => ({ code, name, zips });

/** In the order of a list that is read by name; military mail comes last. Neighbors share the digits of a few post offices. */
export const states: readonly State[] = [
  state('AL', 'Alabama', '350-369'),
  state('AK', 'Alaska', '995-999'),
  state('AS', 'American Samoa', '967-967'),
  state('AZ', 'Arizona', '850-865'),
  state('AR', 'Arkansas', '716-729'),
  state('CA', 'California', '900-961'),
  state('CO', 'Colorado', '800-816'),
  state('CT', 'Connecticut', '060-069'),
  state('DE', 'Delaware', '197-199'),
  state('DC', 'District of Columbia', '200-200', '202-205', '569-569'),
  state('FM', 'Federated States of Micronesia', '969-969'),
  state('FL', 'Florida', '320-339', '341-349'),
  state('GA', 'Georgia', '300-319', '398-399'),
  state('GU', 'Guam', '969-969'),
  state('HI', 'Hawaii', '967-968'),
  state('ID', 'Idaho', '832-838'),
  state('IL', 'Illinois', '600-629'),
  state('IN', 'Indiana', '460-479'),
  state('IA', 'Iowa', '500-528'),
  state('KS', 'Kansas', '660-679'),
  state('KY', 'Kentucky', '400-427'),
  state('LA', 'Louisiana', '700-714'),
  state('ME', 'Maine', '039-049'),
  state('MH', 'Marshall Islands', '969-969'),
  state('MD', 'Maryland', '206-219'),
  state('MA', 'Massachusetts', '010-027', '055-055'),
  state('MI', 'Michigan', '480-499'),
  state('MN', 'Minnesota', '550-567'),
  state('MS', 'Mississippi', '386-397'),
  state('MO', 'Missouri', '630-658'),
  state('MT', 'Montana', '590-599'),
  state('NE', 'Nebraska', '680-693'),
  state('NV', 'Nevada', '889-898'),
  state('NH', 'New Hampshire', '030-038'),
  state('NJ', 'New Jersey', '070-089'),
  state('NM', 'New Mexico', '870-884'),
  // Fishers Island is served from Connecticut.
  state('NY', 'New York', '005-005', '063-063', '100-149'),
  state('NC', 'North Carolina', '270-289'),
  state('ND', 'North Dakota', '580-588'),
  state('MP', 'Northern Mariana Islands', '969-969'),
  state('OH', 'Ohio', '430-459'),
  state('OK', 'Oklahoma', '730-732', '734-749'),
  state('OR', 'Oregon', '970-979'),
  state('PW', 'Palau', '969-969'),
  state('PA', 'Pennsylvania', '150-196'),
  state('PR', 'Puerto Rico', '006-007', '009-009'),
  state('RI', 'Rhode Island', '028-029'),
  state('SC', 'South Carolina', '290-299'),
  state('SD', 'South Dakota', '570-577'),
  state('TN', 'Tennessee', '370-385'),
  state('TX', 'Texas', '733-733', '750-799', '885-885'),
  state('VI', 'U.S. Virgin Islands', '008-008'),
  state('UT', 'Utah', '840-847'),
  state('VT', 'Vermont', '050-054', '056-059'),
  state('VA', 'Virginia', '201-201', '220-246'),
  state('WA', 'Washington', '980-994'),
  state('WV', 'West Virginia', '247-268'),
  state('WI', 'Wisconsin', '530-549'),
  // Alta is served from Idaho.
  state('WY', 'Wyoming', '820-831', '834-834'),
  state('AA', 'Armed Forces Americas', '340-340'),
  state('AE', 'Armed Forces Europe', '090-098'),
  state('AP', 'Armed Forces Pacific', '962-966'),
];

const byCode: ReadonlyMap<string, State> = new Map(states.map((one) => [one.code, one]));

/** Returns the state with these two letters, in either case; undefined when there is none. */
export function stateOfCode(code: string): State | undefined {
  return byCode.get(code.trim().toUpperCase());
}

/** Tells whether a ZIP code can belong to a state. The digits after the third are not compared. */
export function isZipOfState(zip: string, { zips }: State): boolean {
  const start = zip.trim().slice(0, 3);
  // Compares as text: three digits sort like numbers.
  return zips.some((range) => range.slice(0, 3) <= start && start <= range.slice(4));
}

/** The words of a name or a code, without their marks: `N.Y.` and `ny` are the same, and so are `St. ` and `st`. */
function wordsOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('.', '').replace(/\s+/g, ' ').trim();
}

const otherNames: Readonly<Record<string, string>> = {
  'washington dc': 'DC',
  'washington d c': 'DC',
  'virgin islands': 'VI',
  'us virgin islands': 'VI',
  'united states virgin islands': 'VI',
  micronesia: 'FM',
};

/**
 * Returns the states that a typed text may mean, the likeliest first: the one with exactly these letters, then those whose
 * name, or a word of it, begins with the text. Returns all states for an empty text.
 */
export function findStates(text: string): readonly State[] {
  const typed = wordsOf(text);
  if (typed === '') return states;
  const rankOf = ({ code, name }: State): number => {
    const words = wordsOf(name);
    if (code.toLowerCase() === typed || otherNames[typed] === code) return 0;
    if (words.startsWith(typed)) return 1;
    return words.includes(` ${typed}`) ? 2 : 3;
  };
  // A stable sort: equally likely states keep the order of their names.
  return states
    .map((one) => ({ one, rank: rankOf(one) }))
    .filter(({ rank }) => rank < 3)
    .sort((first, second) => first.rank - second.rank)
    .map(({ one }) => one);
}

/**
 * Returns the state that a finished text names: by its two letters, by its name, or by the beginning of one name alone.
 * Returns null when no state or several are meant.
 */
export function readState(text: string): State | null {
  const typed = wordsOf(text);
  if (typed === '') return null;
  const exact = states.find(({ code, name }) => code.toLowerCase() === typed || wordsOf(name) === typed || otherNames[typed] === code);
  if (exact) return exact;
  // Two letters are a code or a mistake: "Ma" may not become Maine where Massachusetts was meant.
  const begun = typed.length < 3 ? [] : states.filter(({ name }) => wordsOf(name).startsWith(typed));
  return begun.length === 1 ? (begun[0] ?? null) : null;
}

/** Returns the two letters that a form stores for what is typed so far: those of the state it names, else the text while it is no longer than a code. */
export function storedState(text: string): string {
  const named = readState(text);
  if (named) return named.code;
  const typed = text.trim();
  return typed.length <= 2 ? typed.toUpperCase() : '';
}
