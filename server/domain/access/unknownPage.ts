/** The words of a page for an address that has none, for every frontend. */
export const unknownPageTexts = {
  heading: 'There is no page here',
  text: 'The address may have been typed wrong, or the page was moved.',
} as const;
