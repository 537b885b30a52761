// Runs in the link window. `link` says where it stands; everything told goes to the page that opened it, and to no other.
const metadata = () => ({ institution: link.institution, link_session_id: link.sessionId, request_id: link.sessionId, timestamp: new Date().toISOString() });
const tell = (message) => window.parent.postMessage({ plaidSandbox: true, ...message }, link.origin);

const eventOfStep = {
  banks: 'OPEN',
  sign_in: 'SELECT_INSTITUTION',
  bank_page: 'OPEN_OAUTH',
  accounts: 'SUBMIT_CREDENTIALS',
  numbers: 'SELECT_INSTITUTION',
  amounts: 'OPEN',
  done: 'HANDOFF',
};
tell({ kind: 'event', name: eventOfStep[link.step], metadata: metadata() });
tell({ kind: 'event', name: 'TRANSITION_VIEW', metadata: { ...metadata(), view_name: link.step.toUpperCase() } });

const exit = () =>
  tell({ kind: 'exit', error: null, metadata: { ...metadata(), status: link.step === 'banks' ? 'institution_not_found' : 'requires_credentials' } });
const finish = () => tell({ kind: 'success', publicToken: link.result.public_token, metadata: link.result.metadata });

// Once the click or key is over: the page closes this window on being told, and an input cut off half-way is never known to have been made.
const afterTheInput = (told) => () => setTimeout(told, 50);
for (const button of document.querySelectorAll('[data-exit]')) button.addEventListener('click', afterTheInput(exit));
for (const button of document.querySelectorAll('[data-finish]')) button.addEventListener('click', afterTheInput(finish));
for (const button of document.querySelectorAll('[data-open]')) {
  button.addEventListener('click', () => window.open(new URL(button.dataset.open, location.href), '_blank', 'popup,width=520,height=640'));
}
// When the key is let go: a window that closes on the way down leaves the way up to a page that never saw it pressed.
const exitAfterKey = afterTheInput(exit);
document.addEventListener('keyup', (event) => {
  if (event.key === 'Escape') exitAfterKey();
});
window.addEventListener('message', (event) => {
  if (event.origin === location.origin && event.data === 'bank page answered') location.reload();
});

// A frame of another site may take the focus only once it was given it.
function focusFirst() {
  if (document.activeElement === document.body) document.querySelector('main input, main button')?.focus();
}
window.addEventListener('focus', focusFirst);
focusFirst();
