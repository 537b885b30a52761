// Runs in the window of a wallet. `opened` names the wallet and the page that opened it; everything told goes to that page alone.
const isApple = opened.wallet === 'apple';
const tell = (message) => window.opener?.postMessage(message, opened.origin);
const say = (text) => {
  document.querySelector('#told').textContent = text;
};
let handed = null;

/** Asks whether to add the card, once the page has handed it over. */
function ask(by) {
  handed = by;
  document.querySelector('#device').hidden = true;
  document.querySelector('#card').hidden = false;
  say('');
}

/** Tells the page how it ended, and closes the window. */
function end(isAdded) {
  if (isApple) tell({ message: 'deliverResult', result: isAdded ? { status: '200' } : { status: '500', statusMessage: 'Provisioning failed' } });
  else if (isAdded) tell({ action: 'success', payload: { tokenResult: 'TOKEN_PROVISIONED', cardResult: 'CARD_PROVISIONED' } });
  else tell({ action: 'failure', payload: { errors: [{ errorCode: 'E_REFUSED' }] } });
  window.close();
}

window.addEventListener('message', ({ origin, data }) => {
  if (origin !== opened.origin) return;
  if (data.message === 'jwtGenerationSuccessful') ask(data.jwt.state);
  if (data.message === 'jwtGenerationUnsuccessful') say('The site gave no card.');
  if (data.action === 'credentials') ask(data.payload.google_opc);
});

for (const button of document.querySelectorAll('[data-phone]')) {
  button.addEventListener('click', () => {
    const hasPhone = button.dataset.phone === 'yes';
    const phone = hasPhone ? { publicDeviceId: crypto.randomUUID() } : {};
    const session = { serverSessionId: crypto.randomUUID(), publicWalletId: crypto.randomUUID(), tokenSetting: hasPhone ? '1' : '0', cardSetting: '1' };
    say('Asking the site for the card …');
    tell({ action: 'sessionCreated', payload: { ...session, ...phone } });
  });
}

document.querySelector('[data-add]').addEventListener('click', async () => {
  const answer = await fetch('add', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ handed }) });
  end(answer.ok && (await answer.json()).status === 'ACTIVE');
});
document.querySelector('[data-refuse]').addEventListener('click', () => end(false));

if (isApple) tell({ message: 'ready' });
else tell({ action: 'ready', payload: {} });
