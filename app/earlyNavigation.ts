/**
 * The script that takes a page chosen in the admin's menu before the app's router does: it loads the page with the shop, as App
 * Bridge itself loads the bare address, which no admin may frame. React escapes quotes, ampersands and angle brackets in the text of
 * a script, so it has none of them.
 */
export const earlyNavigation = [
  'addEventListener(`shopify:navigate`, function (event) {',
  '  if (event.defaultPrevented) return;',
  '  event.preventDefault();',
  '  const here = new URLSearchParams(location.search);',
  '  const there = new URL(event.target.getAttribute(`href`), location.origin);',
  '  for (const name of [`embedded`, `shop`, `host`, `locale`]) {',
  '    if (here.has(name)) there.searchParams.set(name, here.get(name));',
  '  }',
  '  location.assign(there);',
  '});',
].join('\n');
