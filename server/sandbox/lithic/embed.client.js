// Runs in the frame: a click copies the part of the card, and tells the page around it when it gave its origin.
const message = document.getElementById('alert');
let timeout;

function say(text, kind) {
  message.textContent = text;
  message.className = kind;
  clearTimeout(timeout);
  timeout = setTimeout(() => {
    message.textContent = '';
    message.className = 'empty';
  }, 1200);
}

function copyToClip(part) {
  if (targetOrigin !== null) window.parent.postMessage({ isPaymentCardEmbed: true, elementClicked: part.id }, targetOrigin);
  navigator.clipboard
    .writeText(part.textContent)
    .then(() => say(`${part.id} copied to clipboard`, 'success'))
    .catch(() => say(`error copying ${part.id}`, 'error'));
}

for (const part of document.querySelectorAll('[role="button"]')) {
  part.addEventListener('click', () => copyToClip(part));
  part.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    copyToClip(part);
  });
}
