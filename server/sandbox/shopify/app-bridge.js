/*
 * A double of App Bridge, for the sandbox's store admin: what an embedded app asks of the admin around it goes there
 * by messages, as with the real one. It follows the server library and the published types, no more. Where the real one
 * is not known for sure, it takes the reading that asks more of the app.
 */
(() => {
  const script = document.currentScript;
  const own = new URL(script.src);
  const admins = [own.origin, 'https://admin.shopify.com'];
  const around = location.ancestorOrigins?.[0];
  const admin = admins.includes(around) ? around : own.origin;
  const query = new URLSearchParams(location.search);
  const config = {
    apiKey: script.dataset.apiKey ?? document.querySelector('meta[name="shopify-api-key"]')?.content ?? '',
    shop: query.get('shop') ?? undefined,
    host: query.get('host') ?? undefined,
    locale: query.get('locale') ?? 'en',
  };

  // Questions to the admin and its answers.
  const waiting = new Map();
  let asked = 0;
  function ask(action, payload) {
    asked += 1;
    const id = asked;
    parent.postMessage({ from: 'app-bridge', id, action, payload }, admin);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }
  const tell = (action, payload) => parent.postMessage({ from: 'app-bridge', action, payload }, admin);

  /** The phone app shows a store's admin in a web view of its own. */
  const isMobile = matchMedia('(max-width: 40rem)').matches;

  /** The bars and modals that the admin shows for this app, by key. Each hears of presses on the admin's side. */
  const shown = new Map();
  const handlers = {
    /** Somebody chose a page of the app in the admin. The app's router may take the event; else the frame loads that very address. */
    navigate({ href }) {
      const links = [...document.querySelectorAll('ui-nav-menu a, s-app-nav a, s-app-nav s-link')];
      const known = links.find((one) => one.getAttribute('href') === href);
      const target = known ?? document.documentElement.appendChild(Object.assign(document.createElement('a'), { href, hidden: true }));
      const event = new CustomEvent('shopify:navigate', { bubbles: true, cancelable: true, detail: { href } });
      target.dispatchEvent(event);
      if (!known) target.remove();
      if (!event.defaultPrevented) location.assign(href);
    },
    pressed: ({ key, index }) => shown.get(key)?.press(index),
    closed: ({ key }) => shown.get(key)?.close(),
  };
  addEventListener('message', ({ origin, source, data }) => {
    if (source !== parent || origin !== admin || data?.from !== 'admin') return;
    if (data.event) return handlers[data.event]?.(data.payload);
    const question = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) question?.reject(new Error(data.error));
    else question?.resolve(data.result);
  });

  // The same token is handed out while it lives; the first one stands in the page's own address.
  const expiresAtMs = (token) => {
    try {
      return JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))).exp * 1_000;
    } catch {
      return 0;
    }
  };
  let held = Promise.resolve(query.get('id_token') ?? '');
  async function idToken() {
    const present = held;
    if (expiresAtMs(await present) > Date.now()) return present;
    // Of several that find it too old at once, the first asks.
    if (held === present) held = ask('idToken');
    return held;
  }

  // Calls to the app's own server carry a session token; a call that is refused for it is repeated, once.
  const plainFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== location.origin || request.headers.has('Authorization')) return plainFetch(request);
    const send = async () => {
      const again = request.clone();
      again.headers.set('Authorization', `Bearer ${await idToken()}`);
      again.headers.set('X-Requested-With', 'XMLHttpRequest');
      return plainFetch(again);
    };
    const first = await send();
    const answer = first.status === 401 && first.headers.has('X-Shopify-Retry-Invalid-Session-Request') ? await send() : first;
    const elsewhere = answer.headers.get('X-Shopify-API-Request-Failure-Reauthorize-Url');
    if (elsewhere) open(new URL(elsewhere, location.origin), '_top');
    return answer;
  };

  // A page that was opened without a token is fetched again with one, and put in this one's place.
  const reload = query.get('shopify-reload');
  if (reload && new URL(reload, location.origin).origin === location.origin) {
    const target = new URL(reload, location.origin);
    idToken()
      .then((token) => plainFetch(target, { headers: { Authorization: `Bearer ${token}`, 'X-Shopify-Bounce': '1' } }))
      .then((answer) => answer.text())
      .then((html) => {
        history.replaceState(null, '', target.pathname + target.search);
        document.open();
        document.write(html);
        document.close();
      })
      .catch((error) => console.error('The app could not be opened again', error));
  }

  // The admin's address follows the app's.
  const announce = () => tell('location', { path: location.pathname + location.search });
  for (const name of ['pushState', 'replaceState']) {
    const plain = history[name].bind(history);
    history[name] = (...rest) => {
      plain(...rest);
      announce();
    };
  }
  addEventListener('popstate', announce);

  // The phone app's web view downloads nothing that lies in the page's memory.
  if (isMobile) {
    const isBlob = (link) => link?.href.startsWith('blob:') === true;
    const press = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function click() {
      if (!isBlob(this)) press.call(this);
    };
    addEventListener('click', (event) => isBlob(event.target.closest?.('a')) && event.preventDefault(), { capture: true });
    const plainOpen = window.open.bind(window);
    window.open = (address, ...rest) => (String(address).startsWith('blob:') ? null : plainOpen(address, ...rest));
  }

  /** The published attributes and the text of an element's buttons: nothing else of them reaches the admin. */
  const pressables = (element) => [...(element?.querySelectorAll('button, a') ?? [])];
  const isOn = (button, name) => button.hasAttribute(name) && button.getAttribute(name) !== 'false';
  const buttons = (element) =>
    pressables(element).map((button) => ({
      label: button.textContent.trim(),
      variant: button.getAttribute('variant'),
      tone: button.getAttribute('tone'),
      isDisabled: isOn(button, 'disabled'),
      isLoading: isOn(button, 'loading'),
    }));

  /** An element that the admin shows on its own side; here it is hidden, and every change is told by `report`. */
  class Mirrored extends HTMLElement {
    connectedCallback() {
      this.style.display = 'none';
      // While the page is parsed, what the element holds is not there yet.
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => this.watch(), { once: true });
      else queueMicrotask(() => this.watch());
    }
    watch() {
      if (!this.isConnected || this.watching) return;
      this.watching = new MutationObserver(() => this.report());
      this.watching.observe(this, { subtree: true, childList: true, attributes: true, characterData: true });
      this.report();
    }
    disconnectedCallback() {
      this.watching?.disconnect();
      this.watching = undefined;
      this.gone();
    }
    gone() {}
  }

  class NavMenu extends Mirrored {
    report() {
      const links = [...this.querySelectorAll('a, s-link')].filter((link) => link.getAttribute('rel') !== 'home');
      tell('menu', { entries: links.map((link) => ({ label: link.textContent.trim(), href: link.getAttribute('href') })) });
    }
  }

  /** Tells the title of the page: that of its title bar, else the document's. */
  function tellTitle() {
    const bar = [...document.querySelectorAll('ui-title-bar')].find((one) => !one.closest('ui-modal'));
    shown.set('title', { press: (index) => pressables(bar)[index]?.click() });
    tell('title', { title: bar?.getAttribute('title') ?? document.title, buttons: buttons(bar) });
  }
  class TitleBar extends Mirrored {
    report() {
      if (!this.closest('ui-modal')) tellTitle();
    }
    gone() {
      tellTitle();
    }
  }
  new MutationObserver(tellTitle).observe(document.head, { subtree: true, childList: true, characterData: true });

  let keys = 0;
  const newKey = (name) => {
    keys += 1;
    return `${name}-${keys}`;
  };

  /** An element that is shown and hidden on the admin's side. Its methods resolve, and it tells the app of both by an event. */
  class Showable extends Mirrored {
    showing = false;
    key = newKey(this.localName);
    async show() {
      this.toggleTo(true);
    }
    async hide() {
      this.toggleTo(false);
    }
    async toggle() {
      this.toggleTo(!this.showing);
    }
    gone() {
      this.toggleTo(false);
    }
    toggleTo(showing) {
      if (this.showing === showing) return;
      this.showing = showing;
      if (showing) shown.set(this.key, { press: (index) => this.pressable()[index]?.click(), close: () => this.toggleTo(false) });
      else shown.delete(this.key);
      this.report();
      this.dispatchEvent(new Event(showing ? 'show' : 'hide'));
    }
  }

  class SaveBar extends Showable {
    get discardConfirmation() {
      return isOn(this, 'discardConfirmation');
    }
    set discardConfirmation(asks) {
      this.toggleAttribute('discardConfirmation', asks === true);
    }
    pressable() {
      return pressables(this);
    }
    report() {
      tell('saveBar', { key: this.key, showing: this.showing, buttons: buttons(this), asksToDiscard: this.discardConfirmation });
    }
  }

  /** The content lies in a frame of the admin's: a picture of it, in which nothing of the app runs. */
  class Modal extends Showable {
    content = document.createElement('div');
    connectedCallback() {
      super.connectedCallback();
      this.watchingContent = new MutationObserver(() => this.report());
      this.watchingContent.observe(this.content, { subtree: true, childList: true, attributes: true, characterData: true });
    }
    gone() {
      this.watchingContent.disconnect();
      super.gone();
    }
    pressable() {
      return pressables(this.querySelector('ui-title-bar'));
    }
    report() {
      const bar = this.querySelector('ui-title-bar');
      const own = [...this.children].find(({ localName }) => localName !== 'ui-title-bar' && localName !== 'ui-save-bar');
      tell('modal', {
        key: this.key,
        showing: this.showing,
        title: bar?.getAttribute('title') ?? '',
        buttons: buttons(bar),
        content: (this.content.childNodes.length > 0 ? this.content : own)?.outerHTML ?? '',
      });
    }
  }
  const elements = { 'ui-nav-menu': NavMenu, 's-app-nav': class extends NavMenu {}, 'ui-title-bar': TitleBar, 'ui-save-bar': SaveBar, 'ui-modal': Modal };
  for (const [name, element] of Object.entries(elements)) if (!customElements.get(name)) customElements.define(name, element);

  // A form with `data-save-bar` has a bar of its own from its first change until it is sent or reset.
  const forms = new Map();
  const stateOf = (form) => JSON.stringify([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  function formBar(form, showing) {
    const key = forms.get(form)?.key;
    if (key === undefined) return;
    const press = (index) => (index === 0 ? form.requestSubmit() : form.reset());
    if (showing) shown.set(key, { press, close: () => undefined });
    else shown.delete(key);
    const described = [
      { label: 'Save', variant: 'primary', tone: null, isDisabled: false, isLoading: false },
      { label: 'Discard', variant: null, tone: null, isDisabled: false, isLoading: false },
    ];
    tell('saveBar', { key, showing, buttons: described, asksToDiscard: form.hasAttribute('data-discard-confirmation') });
  }
  const savable = (event) => event.target.closest?.('form[data-save-bar]');
  addEventListener('focusin', (event) => {
    const form = savable(event);
    if (form && !forms.has(form)) forms.set(form, { key: newKey('form'), first: stateOf(form) });
  });
  for (const name of ['input', 'change'])
    addEventListener(name, (event) => savable(event) && formBar(savable(event), stateOf(savable(event)) !== forms.get(savable(event))?.first));
  for (const name of ['submit', 'reset'])
    addEventListener(name, (event) => {
      const form = savable(event);
      if (!form) return;
      formBar(form, false);
      queueMicrotask(() => forms.delete(form));
    });

  const element = (id) => document.getElementById(id);
  const showable = {
    show: async (id) => element(id)?.show(),
    hide: async (id) => element(id)?.hide(),
    toggle: async (id) => element(id)?.toggle(),
  };
  let toasts = 0;
  window.shopify = {
    config,
    origin: admin,
    ready: Promise.resolve(),
    setSignals() {},
    environment: { mobile: isMobile, embedded: parent !== window, pos: false, intent: false },
    idToken,
    user: () => ask('user'),
    loading: (isLoading) => tell('loading', { isLoading: isLoading !== false }),
    toast: {
      show(message, options = {}) {
        toasts += 1;
        const id = `toast-${toasts}`;
        shown.set(id, { press: () => options.onAction?.(), close: () => options.onDismiss?.() });
        tell('toast', { id, message: String(message), action: options.action, isError: options.isError === true, duration_ms: options.duration ?? 5000 });
        return id;
      },
      hide: (id) => tell('hideToast', { id }),
    },
    modal: showable,
    // Resolves when nothing is unsaved, or the merchant leaves all the same; never when they stay.
    saveBar: { ...showable, leaveConfirmation: () => ask('leaveConfirmation') },
    scopes: { query: () => ask('scopes'), request: () => ask('requestScopes'), revoke: () => ask('revokeScopes') },
    resourcePicker: async () => undefined,
    webVitals: { onReport() {} },
  };
  announce();
})();
