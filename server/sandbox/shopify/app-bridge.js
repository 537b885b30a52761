/*
 * A double of App Bridge, for the sandbox's store admin: what an embedded app asks of the admin around it goes there
 * by messages, as with the real one. It follows the server library and the published types, no more.
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

  const handlers = {
    /** Somebody chose an entry of the app's menu: the app's own link does it, so that its router is the one to go; where it cannot be pressed yet, the admin opens the page. */
    navigate({ href }) {
      const link = [...document.querySelectorAll('ui-nav-menu a, s-app-nav a, s-app-nav s-link')].find((one) => one.getAttribute('href') === href);
      if (link && !link.closest('[inert]')) return link.click();
      const target = new URL(href, location.origin);
      for (const name of ['embedded', 'host', 'locale', 'shop']) if (query.has(name)) target.searchParams.set(name, query.get(name));
      location.assign(target);
    },
    pressed({ element, index }) {
      document.querySelectorAll(`${element} button, ${element} a`)[index]?.click();
    },
  };
  addEventListener('message', ({ origin, source, data }) => {
    if (source !== parent || origin !== admin || data?.from !== 'admin') return;
    if (data.event) return handlers[data.event]?.(data.payload);
    const question = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) question?.reject(new Error(data.error));
    else question?.resolve(data.result);
  });

  const idToken = () => ask('idToken');

  // Calls to the app's own server carry a session token; one that it found too old is made anew, once.
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

  const buttons = (element) =>
    [...element.querySelectorAll('button, a')].map((button) => ({
      label: button.textContent.trim() || (button.getAttribute('variant') === 'primary' ? 'Save' : 'Discard'),
      primary: button.getAttribute('variant') === 'primary',
      disabled: button.hasAttribute('disabled'),
    }));

  /** An element that the admin shows on its own side; here it is hidden, and every change is told. */
  function mirrored(name, describe) {
    if (customElements.get(name)) return;
    customElements.define(
      name,
      class extends HTMLElement {
        connectedCallback() {
          this.style.display = 'none';
          const report = () => describe(this);
          this.watching = new MutationObserver(report);
          this.watching.observe(this, { subtree: true, childList: true, attributes: true, characterData: true });
          queueMicrotask(report);
        }
        disconnectedCallback() {
          this.watching.disconnect();
        }
        show() {
          this.toggleTo(true);
        }
        hide() {
          this.toggleTo(false);
        }
        toggle() {
          this.toggleTo(!this.showing);
        }
        toggleTo(showing) {
          if (this.showing === showing || (!this.showing && !showing)) return;
          this.showing = showing;
          describe(this);
          this.dispatchEvent(new Event(showing ? 'show' : 'hide'));
        }
      },
    );
  }
  const menu = (element) =>
    tell('menu', {
      entries: [...element.querySelectorAll('a, s-link')]
        .filter((link) => link.getAttribute('rel') !== 'home')
        .map((link) => ({ label: link.textContent.trim(), href: link.getAttribute('href') })),
    });
  mirrored('ui-nav-menu', menu);
  mirrored('s-app-nav', menu);
  mirrored('ui-title-bar', (element) => {
    if (!element.closest('ui-modal')) tell('title', { title: element.getAttribute('title') ?? '', element: 'ui-title-bar', buttons: buttons(element) });
  });
  mirrored('ui-save-bar', (element) =>
    tell('saveBar', { showing: element.showing === true, element: `#${CSS.escape(element.id)}`, buttons: buttons(element) }),
  );

  /** The dialogue is shown in the app's own frame. */
  if (!customElements.get('ui-modal')) {
    customElements.define(
      'ui-modal',
      class extends HTMLElement {
        connectedCallback() {
          if (this.dialog) return;
          this.dialog = document.createElement('dialog');
          this.content = document.createElement('div');
          this.heading = document.createElement('h2');
          this.footer = document.createElement('p');
          this.dialog.append(this.heading, this.content, this.footer);
          this.dialog.addEventListener('close', () => this.dispatchEvent(new Event('hide')));
          document.body.append(this.dialog);
        }
        disconnectedCallback() {
          this.dialog.remove();
        }
        show() {
          if (this.dialog.open) return;
          const bar = this.querySelector('ui-title-bar');
          this.heading.textContent = bar?.getAttribute('title') ?? '';
          this.footer.replaceChildren(
            ...[...(bar?.querySelectorAll('button') ?? [])].map((button) => {
              const shown = document.createElement('button');
              shown.type = 'button';
              shown.textContent = button.textContent;
              shown.addEventListener('click', () => button.click());
              return shown;
            }),
          );
          this.dialog.showModal();
          this.dispatchEvent(new Event('show'));
        }
        hide() {
          if (this.dialog?.open) this.dialog.close();
        }
        toggle() {
          if (this.dialog.open) this.hide();
          else this.show();
        }
      },
    );
  }

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
    environment: { mobile: false, embedded: parent !== window, pos: false },
    idToken,
    user: () => ask('user'),
    loading: (isLoading) => tell('loading', { isLoading: isLoading !== false }),
    toast: {
      show(message, options = {}) {
        toasts += 1;
        const id = `toast-${toasts}`;
        tell('toast', { id, message, isError: options.isError === true, duration_ms: options.duration ?? 5000 });
        return id;
      },
      hide: (id) => tell('hideToast', { id }),
    },
    modal: showable,
    saveBar: { ...showable, leaveConfirmation: async () => {} },
    scopes: { query: () => ask('scopes'), request: () => ask('requestScopes'), revoke: () => ask('revokeScopes') },
    resourcePicker: async () => undefined,
    webVitals: { onReport() {} },
  };
  announce();
})();
