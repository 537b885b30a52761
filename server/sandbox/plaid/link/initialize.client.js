// The bank link as a page knows it: sets window.Plaid. `create` opens nothing yet; `open` lays the window over the page.
(() => {
  const home = new URL(document.currentScript.src);
  const base = home.href.slice(0, home.href.lastIndexOf('/'));

  function create(config) {
    let overlay = null;
    let opener = null;

    function close() {
      if (overlay) overlay.remove();
      overlay = null;
      if (opener) opener.focus();
    }

    const nothingDone = () => ({ institution: null, status: null, link_session_id: '', request_id: '' });

    function exit(error, metadata) {
      close();
      config.onExit?.(error, metadata);
    }

    /** Escape closes the window wherever the focus is; inside the frame its own script listens. */
    function hearKey(event) {
      if (overlay && event.key === 'Escape') exit(null, nothingDone());
    }

    function hear(event) {
      if (!overlay || event.origin !== home.origin || event.source !== overlay.firstChild.contentWindow || !event.data?.plaidSandbox) return;
      const { kind, name, metadata, publicToken, error } = event.data;
      if (kind === 'event') return config.onEvent?.(name, metadata);
      if (kind === 'exit') return exit(error, metadata);
      close();
      config.onSuccess(publicToken, metadata);
    }

    function open() {
      if (overlay) return;
      opener = document.activeElement;
      const frame = document.createElement('iframe');
      const address = new URL(`${base}/link`);
      address.searchParams.set('token', config.token);
      address.searchParams.set('origin', location.origin);
      const back = config.receivedRedirectUri && new URL(config.receivedRedirectUri).searchParams.get('oauth_state_id');
      if (back) address.searchParams.set('oauth_state_id', back);
      frame.src = address.href;
      frame.title = 'Connect your bank';
      Object.assign(frame.style, { width: 'min(28rem, 100%)', height: 'min(42rem, 100%)', border: '0', borderRadius: '12px', background: '#fff' });
      overlay = document.createElement('div');
      overlay.id = 'plaid-link-iframe-1';
      Object.assign(overlay.style, {
        position: 'fixed',
        inset: '0',
        zIndex: '2147483000',
        display: 'grid',
        placeItems: 'center',
        background: 'rgb(0 0 0 / 55%)',
      });
      overlay.append(frame);
      document.body.append(overlay);
      frame.focus();
      // A document that has just arrived in the frame may not have the focus that the frame was given before.
      frame.addEventListener('load', () => frame.focus());
    }

    window.addEventListener('message', hear);
    window.addEventListener('keydown', hearKey);
    setTimeout(() => config.onLoad?.(), 0);

    return {
      open,
      submit() {},
      exit(options) {
        if (!overlay) return options?.force ? undefined : config.onExit?.(null, nothingDone());
        if (options?.force) close();
        else exit(null, nothingDone());
      },
      destroy() {
        close();
        window.removeEventListener('message', hear);
        window.removeEventListener('keydown', hearKey);
      },
    };
  }

  window.Plaid = { version: 'sandbox', create, createEmbedded: (config) => create(config) };
})();
