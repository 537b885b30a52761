// Apple's script as a page knows it: sets initAddToAppleWallet, which binds a button of the page to Apple's window.
(() => {
  const home = new URL(document.currentScript.src);

  window.initAddToAppleWallet = (config) => {
    const button = document.getElementById(config.buttonId);
    if (!button) throw Error(`Button element with id '${config.buttonId}' not found.`);
    if (button.getAttribute('data-initialized') === '1') throw Error('initAddToAppleWallet() function has already been invoked.');
    if (typeof config.resultResolver !== 'function') throw Error('Config object must include resultResolver key.');
    if (!config.partnerId) return config.resultResolver({ status: '400', statusMessage: 'Config object must include partnerId key.' });
    if (/MSIE|Trident/.test(navigator.userAgent)) return config.resultResolver({ status: '40101', statusMessage: 'Partner does not support browser' });
    button.setAttribute('data-initialized', '1');

    button.addEventListener('click', () => {
      const address = new URL('window', home);
      address.search = new URLSearchParams({ wallet: 'apple', origin: location.origin });
      const opened = window.open(address, 'Add to Wallet', 'scrollbars=yes,width=600,height=660');
      let isOver = false;

      function end(result) {
        if (isOver) return;
        isOver = true;
        window.removeEventListener('message', hear);
        config.resultResolver(result);
      }

      async function hear({ origin, source, data }) {
        if (origin !== config.domain || source !== opened) return;
        if (data.message === 'deliverResult') return end(data.result);
        if (data.message !== 'ready') return;
        try {
          opened.postMessage({ message: 'jwtGenerationSuccessful', jwt: await config.jwsResolver() }, config.domain);
        } catch (error) {
          opened.postMessage({ message: 'jwtGenerationUnsuccessful' }, config.domain);
          end({ status: '500', statusMessage: 'JWT generation failed', error });
        }
      }

      window.addEventListener('message', hear);
      const watch = () => (!opened || opened.closed ? end({ status: '444', statusMessage: 'User closed window' }) : setTimeout(watch, 500));
      watch();
    });
  };
})();
