/** The platforms in whose stores our app is installed. */
export const appPlatforms = ['shopify', 'bigcommerce'] as const;
export type AppPlatformKey = (typeof appPlatforms)[number];

/** The source of stores and accounting systems that merchants connect by the link window. */
export const linkedSource = 'rutter';

/** Where the sales of a store come from: the link window, or a store with our app. */
export const salesSources = [linkedSource, ...appPlatforms] as const;
