// Runs in the frame: a click copies the part of the card, and tells the page around it when it gave its origin.
const notice = document.getElementById('alert');

function say(text, kind) {
  notice.textContent = text;
  notice.className = kind;
  setTimeout(() => {
    notice.textContent = '';
    notice.className = 'empty';
  }, 1200);
}

function activate(part) {
  if (targetOrigin !== null) window.parent.postMessage({ isPaymentCardEmbed: true, elementClicked: part.id }, targetOrigin);
  navigator.clipboard
    .writeText(part.textContent.trim())
    .then(() => say(`${part.id} copied`, 'success'))
    .catch(() => say(`could not copy ${part.id}`, 'error'));
}

for (const part of document.querySelectorAll('[role="button"]')) {
  part.addEventListener('click', () => activate(part));
  part.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') activate(part);
  });
}
