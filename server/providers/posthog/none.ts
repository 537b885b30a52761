/** Analytics of a product that has no analytics key. */
export const noAnalytics = {
  capture: (): void => undefined,
  close: async (): Promise<void> => undefined,
};
