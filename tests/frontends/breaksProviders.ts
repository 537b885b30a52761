/** Test files in which a provider of the run fails for whoever calls it meanwhile. */
export const breaksProviders = /providerTrouble\.spec\.ts$/;
