// Runs in the page that is recorded: sends what happened there, with masked texts, and obeys the calls of `clarity(…)`.
(() => {
  const tag = new URL(document.currentScript.src);
  const project = tag.pathname.split('/').at(-1);
  const collectUrl = new URL('../collect', tag).href;
  const pauseMs = 5_000;
  const recording = Math.random().toString(36).slice(2);
  const startedAt = Date.now();
  let isRecording = true;
  let hasConsent = false;
  let events = [];
  let url = location.href;
  let waiting;

  function upload() {
    clearTimeout(waiting);
    waiting = undefined;
    if (events.length === 0) return;
    const piece = { project, recording, url, has_consent: hasConsent, events };
    events = [];
    // Without an answer to read, no permission of another site is needed. A piece that does not arrive is lost.
    fetch(collectUrl, { method: 'POST', mode: 'no-cors', credentials: 'include', keepalive: true, body: JSON.stringify(piece) }).catch(() => {});
  }

  function record(kind, { text, at = location.href } = {}) {
    if (at !== url) upload();
    url = at;
    events.push({ at_ms: Date.now() - startedAt, kind, ...(text === undefined ? {} : { text }) });
    waiting ??= setTimeout(upload, pauseMs);
  }

  const maskedText = (element) => {
    const text = element.textContent.trim().slice(0, 100);
    return element.closest('[data-clarity-mask="true"], input, select, textarea') ? text.replace(/\S/g, '•') : text;
  };

  const calls = {
    pause() {
      if (!isRecording) return;
      isRecording = false;
      // The page may show another address already, where nothing is recorded.
      record('pause', { at: url });
      upload();
    },
    resume() {
      if (isRecording) return;
      isRecording = true;
      record('resume');
    },
    consent(isGiven = true) {
      hasConsent = isGiven;
    },
  };

  const obey = ([call, ...values]) => calls[call]?.(...values);
  const queue = window.clarity?.q ?? [];
  window.clarity = (...call) => obey(call);
  record('start');
  for (const call of queue) obey(call);
  if (isRecording) upload();

  let hasScrolled = false;
  document.addEventListener('click', ({ target }) => isRecording && target instanceof Element && record('click', { text: maskedText(target) }), {
    capture: true,
  });
  document.addEventListener(
    'scroll',
    () => {
      if (!isRecording || hasScrolled) return;
      hasScrolled = true;
      record('scroll');
      setTimeout(() => {
        hasScrolled = false;
      }, pauseMs);
    },
    { capture: true, passive: true },
  );
  window.addEventListener('pagehide', upload);
})();
