/**
 * The script that takes a page chosen in the admin before the app's router does, in its menu or by a button of its title bar: it
 * loads the page with the shop, as App Bridge itself loads the bare address, which no admin may frame. The body is inert as long as
 * the router does not live. React escapes quotes, ampersands and angle brackets in the text of a script, so it has none of them.
 */
export const earlyNavigation = [
  'function openEarly(path) {',
  '  const here = new URLSearchParams(location.search);',
  '  const there = new URL(path, location.origin);',
  '  for (const name of [`embedded`, `shop`, `host`, `locale`]) {',
  '    if (here.has(name)) there.searchParams.set(name, here.get(name));',
  '  }',
  '  location.assign(there);',
  '}',
  'addEventListener(`shopify:navigate`, function (event) {',
  '  if (event.defaultPrevented) return;',
  '  event.preventDefault();',
  '  openEarly(event.target.getAttribute(`href`));',
  '});',
  'addEventListener(`click`, function (event) {',
  '  if (!(event.target instanceof Element)) return;',
  '  const button = event.target.closest(`ui-title-bar [data-path]`);',
  '  if (button === null) return;',
  '  if (document.body.inert) openEarly(button.dataset.path);',
  '}, { capture: true });',
].join('\n');
