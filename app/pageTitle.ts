/** The name of the app and of its home page. */
export const appName = 'Spending power';

/** Returns the `meta` of a page: the title of its document. */
export const pageTitle = (title: string) => () => [{ title: title === appName ? appName : `${title} · ${appName}` }];
