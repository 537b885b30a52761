/** The platforms in whose stores our app is installed. */
export const appPlatforms = ['shopify', 'bigcommerce'] as const;
export type AppPlatformKey = (typeof appPlatforms)[number];

/** Where the sales of a store come from: the link window, or a store with our app. */
export const salesSources = ['rutter', ...appPlatforms] as const;
