/* The store admin's side of the messages that the embedded app sends. Everything that comes from the app is untrusted text. */
const admin = JSON.parse(document.getElementById('admin').textContent);
const frame = document.getElementById('app');
const toApp = (message) => frame.contentWindow.postMessage({ from: 'admin', ...message }, admin.appOrigin);

async function post(path) {
  const answer = await fetch(`${admin.path}/${path}`, { method: 'POST' });
  if (!answer.ok) throw new Error(`the admin answered ${answer.status}`);
  return answer.json();
}

function button(label, { primary = false, disabled = false } = {}) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.disabled = disabled;
  if (!primary) made.className = 'plain';
  return made;
}

/** Buttons that press the app's own ones. */
function pressing(element, buttons) {
  return buttons.map((described, index) => {
    const made = button(described.label, described);
    made.addEventListener('click', () => toApp({ event: 'pressed', payload: { element, index } }));
    return made;
  });
}

const answers = {
  idToken: async () => (await post('session-token')).id_token,
  user: async () => ({ accountAccess: 'Owner' }),
  scopes: async () => ({ granted: admin.scopes, required: admin.scopes, optional: [] }),
  // The merchant is taken to have agreed to whatever the app asks for.
  requestScopes: async () => {
    admin.scopes = (await post('scopes')).scopes;
    return { result: 'granted-all', detail: { granted: admin.scopes, required: admin.scopes, optional: [] } };
  },
  revokeScopes: async () => ({ detail: { granted: admin.scopes, required: admin.scopes, optional: [] } }),
};

const orders = {
  location({ path }) {
    const url = new URL(path, admin.appOrigin);
    for (const name of ['embedded', 'hmac', 'host', 'id_token', 'locale', 'session', 'shop', 'timestamp']) url.searchParams.delete(name);
    const inside = url.pathname.replace(/^\/shopify\/?/, '');
    history.replaceState(null, '', `${admin.path}${inside && `/${inside}`}${url.search}`);
    for (const link of document.querySelectorAll('#menu a')) {
      if (link.dataset.href === url.pathname) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  },
  menu({ entries }) {
    document.getElementById('menu').replaceChildren(
      ...entries.map(({ label, href }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = '#';
        link.textContent = label;
        link.dataset.href = new URL(href, admin.appOrigin).pathname;
        link.addEventListener('click', (event) => {
          event.preventDefault();
          toApp({ event: 'navigate', payload: { href } });
        });
        item.append(link);
        return item;
      }),
    );
  },
  title({ title, element, buttons }) {
    document.getElementById('title').textContent = title;
    document.getElementById('actions').replaceChildren(...pressing(element, buttons));
  },
  saveBar({ showing, element, buttons }) {
    const bar = document.getElementById('save-bar');
    bar.hidden = !showing;
    document.getElementById('save-buttons').replaceChildren(...pressing(element, buttons));
  },
  loading({ isLoading }) {
    document.getElementById('loading').hidden = !isLoading;
  },
  toast({ id, message, isError, duration_ms }) {
    const shown = document.createElement('p');
    shown.className = isError ? 'toast error' : 'toast';
    shown.dataset.id = id;
    shown.textContent = message;
    document.getElementById('toasts').append(shown);
    setTimeout(() => shown.remove(), duration_ms);
  },
  hideToast({ id }) {
    for (const shown of document.querySelectorAll('.toast')) if (shown.dataset.id === id) shown.remove();
  },
};

addEventListener('message', async ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== admin.appOrigin || data?.from !== 'app-bridge') return;
  const answer = Object.hasOwn(answers, data.action) ? answers[data.action] : undefined;
  if (!answer) {
    if (Object.hasOwn(orders, data.action)) orders[data.action](data.payload);
    return;
  }
  try {
    toApp({ id: data.id, result: await answer() });
  } catch (error) {
    toApp({ id: data.id, error: error.message });
  }
});

document.getElementById('uninstall').addEventListener('click', async () => {
  await post('uninstall');
  location.assign(admin.path);
});
// The app is opened only now that its messages are heard.
frame.src = admin.appUrl;
