/** Said where a file was asked for and none came, with no reason of the server's. */
export const fileNotMade = 'The file could not be made. Try again in a minute.';
