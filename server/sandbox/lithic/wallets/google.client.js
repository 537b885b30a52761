// Google's library as a page knows it: opens Google's window, tells its events, and passes it what the issuer has sealed.
(() => {
  const home = new URL(document.currentScript.src);
  let present = null;

  window.googlepay = {
    openAppWindow(options) {
      if (typeof options.onSessionCreated !== 'function') throw new Error('E407');
      if (present && !present.opened.closed) throw new Error('E410');
      const address = new URL('window', home);
      address.search = new URLSearchParams({ wallet: 'google', origin: location.origin });
      const opened = window.open(address, 'googlepay-webpp-v1_6-app-window-1', 'width=1100,height=700');
      if (!opened) throw new Error('E411');
      let hasOutcome = false;
      let isClosedByPage = false;
      present = { opened, leave: () => (isClosedByPage = true) };

      const callbacks = { ready: 'onReady', sessionCreated: 'onSessionCreated', success: 'onSuccess', failure: 'onFailure' };
      function hear({ origin, source, data }) {
        if (origin !== home.origin || source !== opened || isClosedByPage) return;
        hasOutcome ||= data.action === 'success' || data.action === 'failure';
        options[callbacks[data.action]]?.(data.payload);
      }
      window.addEventListener('message', hear);

      function watch() {
        if (!opened.closed) return setTimeout(watch, 200);
        window.removeEventListener('message', hear);
        if (!isClosedByPage) options[hasOutcome ? 'onFinish' : 'onCancel']?.({});
      }
      watch();
    },
    pushPaymentCredentials(credentials) {
      present?.opened.postMessage({ action: 'credentials', payload: credentials }, home.origin);
    },
    closeAppWindow() {
      present?.leave();
      present?.opened.close();
    },
  };
})();
