/** Analytics that send nothing, for a product without an analytics key. */
export const noAnalytics = {
  capture: (): void => undefined,
  close: async (): Promise<void> => undefined,
};
