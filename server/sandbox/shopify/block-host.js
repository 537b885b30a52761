/*
 * The host of an extension's block on an order's page: the global API that the platform publishes, as far as a block on an order may
 * use it, and its elements, drawn in the document that the block is in.
 */
(() => {
  const admin = JSON.parse(document.getElementById('admin').textContent);

  const idToken = async () => {
    const answer = await plainFetch(`${admin.app}/session-token`, { method: 'POST' });
    if (!answer.ok) throw new Error(`the admin answered ${answer.status}`);
    return (await answer.json()).id_token;
  };

  // A call that names no site goes to the app's own server, with a session token.
  const plainFetch = window.fetch.bind(window);
  window.fetch = async (input, init = {}) => {
    const address = String(input instanceof Request ? input.url : input);
    if (!address.startsWith('/')) return plainFetch(input, init);
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${await idToken()}`);
    return plainFetch(`${admin.origin}${address}`, { ...init, headers });
  };

  /** Returns a text of the extension's language file, with the values that it leaves open. */
  function translate(key, values = {}) {
    if (!(key in admin.words)) throw new Error(`there is no translation of ${key}`);
    return admin.words[key].replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
  }

  window.shopify = {
    extension: { target: 'admin.order-details.block.render' },
    data: { selected: [{ id: admin.order }] },
    auth: { idToken },
    i18n: { formatNumber: (value, options) => new Intl.NumberFormat('en', options).format(value), translate },
    intents: {},
    navigation: { navigate: (url) => open(resolved(String(url)), '_top') },
    query: () => Promise.reject(new Error('the block asks the app, and not the store')),
  };

  /** Returns the admin's address of `app:` and of a path below it. */
  const resolved = (url) => (url.startsWith('app:') ? `${admin.app}${url.slice('app:'.length).replace(/^(?=[^/])/, '/')}` : url);

  /** Defines an element of the platform by what it is drawn as. */
  function drawn(name, draw, attributes = []) {
    customElements.define(
      name,
      class extends HTMLElement {
        static observedAttributes = attributes;
        connectedCallback() {
          if (!this.shadowRoot) this.attachShadow({ mode: 'open' });
          draw(this, this.shadowRoot);
        }
        attributeChangedCallback() {
          if (this.shadowRoot) draw(this, this.shadowRoot);
        }
      },
    );
  }
  const slot = () => document.createElement('slot');
  const made = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  drawn(
    's-admin-block',
    (block, root) => {
      const heading = block.getAttribute('heading') ?? '';
      block.setAttribute('role', 'region');
      block.setAttribute('aria-label', heading);
      root.replaceChildren(made('h2', { textContent: heading }), slot());
    },
    ['heading'],
  );
  drawn('s-button', (_button, root) => root.replaceChildren(made('button', { type: 'button' }, slot())));
  drawn('s-link', (link, root) => root.replaceChildren(made('a', { href: resolved(link.getAttribute('href') ?? ''), target: '_top' }, slot())), ['href']);
  drawn('s-spinner', (spinner, root) => root.replaceChildren(made('span', { role: 'status', textContent: spinner.getAttribute('accessibilitylabel') ?? '' })));
})();
