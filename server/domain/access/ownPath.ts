/** Matches a path that stays on our site: browsers read `//host` and `/\host` as another site, and leave out tabs and line breaks. */
export const ownPath = /^\/(?![/\\])[^\\\s]*$/;
