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

/** Buttons that press the app's own ones: of what the app sends, their text and the published attributes count alone. */
function pressing(key, buttons, before = (press) => press()) {
  return buttons.map(({ label, variant, tone, isDisabled, isLoading }, index) => {
    const made = button(variant === 'breadcrumb' ? `‹ ${label}` : label, { primary: variant === 'primary', disabled: isDisabled || isLoading });
    if (variant === 'breadcrumb') made.setAttribute('aria-label', label);
    if (tone === 'critical') made.classList.add('critical');
    if (isLoading) made.setAttribute('aria-busy', 'true');
    made.addEventListener('click', () => before(() => toApp({ event: 'pressed', payload: { key, index } }), index));
    return made;
  });
}

/** Asks a question of the admin's own; the answer is whether it was agreed to. */
function question({ title, text, yes, no }) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'question-title');
  const heading = Object.assign(document.createElement('h2'), { id: 'question-title', textContent: title });
  const words = Object.assign(document.createElement('p'), { textContent: text });
  const foot = document.createElement('p');
  const agree = button(yes, { primary: true });
  const stay = button(no);
  agree.classList.add('critical');
  foot.className = 'row';
  foot.append(stay, agree);
  dialog.append(heading, words, foot);
  document.body.append(dialog);
  return new Promise((resolve) => {
    agree.addEventListener('click', () => dialog.close('yes'));
    stay.addEventListener('click', () => dialog.close('no'));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    dialog.showModal();
  });
}

/** The save bar that is shown, by the app's key; null while nothing is unsaved. */
let unsaved = null;
const bar = document.getElementById('save-bar');
const leaving = {
  title: 'Leave page with unsaved changes?',
  text: 'Leaving this page will delete all unsaved changes.',
  yes: 'Leave page',
  no: 'Stay',
};

/** Lets the merchant go on, unless something is unsaved and they stay. Who leaves gives up what is unsaved. */
async function mayLeave() {
  const key = unsaved;
  if (key === null) return true;
  bar.classList.remove('shaken');
  requestAnimationFrame(() => bar.classList.add('shaken'));
  if (!(await question(leaving))) return false;
  orders.saveBar({ key, showing: false, buttons: [] });
  toApp({ event: 'closed', payload: { key } });
  return true;
}
const leave = async (go) => (await mayLeave()) && go();
addEventListener('beforeunload', (event) => unsaved !== null && event.preventDefault());

const answers = {
  idToken: async () => (await post('session-token')).id_token,
  user: async () => ({ accountAccess: 'Owner' }),
  scopes: async () => ({ granted: admin.scopes, required: admin.scopes, optional: [] }),
  // The merchant is taken to have agreed to whatever the app asks for.
  requestScopes: async () => {
    admin.scopes = (await post('scopes')).scopes;
    return { result: 'granted-all', detail: { granted: admin.scopes, required: admin.scopes, optional: [] } };
  },
  leaveConfirmation: async () => ((await mayLeave()) ? null : new Promise(() => {})),
  revokeScopes: async () => ({ detail: { granted: admin.scopes, required: admin.scopes, optional: [] } }),
};

const menu = document.getElementById('menu');
const opener = document.getElementById('open-menu');
function openMenu(isOpen) {
  document.body.classList.toggle('menu-open', isOpen);
  opener.setAttribute('aria-expanded', String(isOpen));
}
opener.addEventListener('click', () => openMenu(!document.body.classList.contains('menu-open')));

/** The admin's address of a page of the app: the app's whole path below the admin's own. */
const addressOf = (pathname) => (pathname === admin.home ? admin.path : `${admin.path}${pathname}`);

/** A link to a page of the app. */
function pageLink(label, href) {
  const link = document.createElement('a');
  const { pathname } = new URL(href, admin.appOrigin);
  link.href = addressOf(pathname);
  link.textContent = label;
  link.dataset.page = pathname;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    openMenu(false);
    void leave(() => toApp({ event: 'navigate', payload: { href } }));
  });
  return link;
}
document.getElementById('home').replaceChildren(pageLink('Our app', admin.home));

function markPage() {
  for (const link of menu.querySelectorAll('a')) {
    if (link.dataset.page === menu.dataset.open) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** The modals of the app that are open, by its key. */
const modals = new Map();

/** A frame with a picture of a modal's content: an origin of its own, where nothing of the app runs. */
function contentFrame(content) {
  const frame = document.createElement('iframe');
  frame.title = 'Content';
  frame.setAttribute('sandbox', 'allow-scripts');
  const inert = new DOMParser().parseFromString(
    '<!doctype html><html lang="en"><head><title>Content</title><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'"></head><body></body></html>',
    'text/html',
  );
  inert.body.innerHTML = content;
  inert.body.style.cssText = 'padding: 16px; color: #303030; background: #fff; font: 14px/1.5 system-ui, sans-serif';
  frame.srcdoc = `<!doctype html>${inert.documentElement.outerHTML}`;
  return frame;
}

// A button or link that is made anew between the mouse’s press and release loses the click.
const drawn = new Map();
/** Returns whether a part of the page is to be drawn: what it shows is described otherwise than when it was drawn last. */
function isChanged(part, description) {
  const described = JSON.stringify(description);
  const before = drawn.get(part);
  drawn.set(part, described);
  return described !== before;
}

const orders = {
  location({ path }) {
    const url = new URL(path, admin.appOrigin);
    for (const name of ['embedded', 'hmac', 'host', 'id_token', 'locale', 'session', 'shop', 'timestamp']) url.searchParams.delete(name);
    history.replaceState(null, '', `${addressOf(url.pathname)}${url.search}`);
    menu.dataset.open = url.pathname;
    markPage();
  },
  menu({ entries }) {
    if (!isChanged('menu', entries)) return;
    menu.replaceChildren(
      ...entries.map(({ label, href }) => {
        const item = document.createElement('li');
        item.append(pageLink(label, href));
        return item;
      }),
    );
    markPage();
  },
  title({ title, buttons }) {
    document.getElementById('title').textContent = title;
    opener.textContent = title;
    opener.setAttribute('aria-label', `Menu of the app, at ${title}`);
    if (!isChanged('title', buttons)) return;
    const made = pressing('title', buttons);
    document.getElementById('back').replaceChildren(...made.filter((_one, place) => buttons[place].variant === 'breadcrumb'));
    document.getElementById('actions').replaceChildren(...made.filter((_one, place) => buttons[place].variant !== 'breadcrumb'));
  },
  saveBar({ key, showing, buttons, asksToDiscard }) {
    if (!showing && unsaved !== key) return;
    unsaved = showing ? key : null;
    bar.hidden = !showing;
    if (!isChanged('save bar', { key, buttons, asksToDiscard })) return;
    const labeled = buttons.map((one) => ({ ...one, label: one.label || (one.variant === 'primary' ? 'Save' : 'Discard') }));
    const discarding = {
      title: 'Discard all unsaved changes?',
      text: 'If you discard changes, you’ll delete any edits you made.',
      yes: 'Discard changes',
      no: 'Continue editing',
    };
    const before = async (press, index) => {
      const isDiscard = labeled[index].variant !== 'primary';
      if (!isDiscard || !asksToDiscard || (await question(discarding))) press();
    };
    document.getElementById('save-buttons').replaceChildren(...pressing(key, labeled, before));
  },
  modal({ key, showing, title, buttons, content }) {
    const open = modals.get(key);
    if (!showing) {
      modals.delete(key);
      open?.close();
      open?.remove();
      return;
    }
    const dialog = open ?? document.createElement('dialog');
    const heading = Object.assign(document.createElement('h2'), { id: `${key}-title`, textContent: title });
    const foot = document.createElement('p');
    foot.className = 'row';
    foot.append(...pressing(key, buttons));
    dialog.className = 'modal';
    dialog.setAttribute('aria-labelledby', heading.id);
    dialog.replaceChildren(heading, contentFrame(content), foot);
    if (open) return;
    modals.set(key, dialog);
    dialog.addEventListener('close', () => modals.has(key) && toApp({ event: 'closed', payload: { key } }));
    document.body.append(dialog);
    dialog.showModal();
  },
  loading({ isLoading }) {
    document.getElementById('loading').hidden = !isLoading;
  },
  toast({ id, message, action, isError, duration_ms }) {
    const shown = document.createElement('div');
    shown.className = isError ? 'toast error' : 'toast';
    shown.dataset.id = id;
    shown.append(Object.assign(document.createElement('span'), { textContent: message }));
    if (action) shown.append(...pressing(id, [{ label: String(action) }]));
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

document.getElementById('uninstall').addEventListener('click', () =>
  leave(async () => {
    await post('uninstall');
    location.assign(admin.path);
  }),
);
// The app is opened only now that its messages are heard.
frame.src = admin.appUrl;
