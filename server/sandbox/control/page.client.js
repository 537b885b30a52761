// The control page's own script: presses buttons without leaving the page, and shows what comes in as it comes.
const maximumShown = 40;

async function call(method, address, body) {
  const response = await fetch(address, { method, headers: { 'Content-Type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? answer.error_message ?? answer.message ?? response.statusText);
  return answer;
}

/** Returns a form's values as its address takes them: money in whole cents; numbers as such when `typed`, else as text. */
function valuesOf(form, typed) {
  const values = {};
  for (const field of form.elements) {
    if (!field.name) continue;
    if (field.type === 'checkbox') values[field.name] = field.checked;
    else if (field.value === '' && 'optional' in field.dataset) continue;
    else if ('cents' in field.dataset) values[field.name] = field.value === '' ? '' : String(Math.round(Number(field.value.replaceAll(',', '')) * 100));
    else values[field.name] = typed && field.type === 'number' ? Number(field.value) : field.value;
  }
  return values;
}

/** Fetches the lists again, so that a new card or transfer can be chosen. Keeps the choices made. */
async function redrawChoices() {
  const fresh = new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html');
  for (const select of document.querySelectorAll('select[id]')) {
    const next = fresh.getElementById(select.id);
    if (!next || next.innerHTML === select.innerHTML) continue;
    const chosen = select.value;
    select.replaceChildren(...next.children);
    if ([...select.options].some((option) => option.value === chosen)) select.value = chosen;
  }
  document.getElementById('now').parentElement.replaceWith(fresh.getElementById('now').parentElement);
}

const dayAndMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Milliseconds between two questions which day is being lived. */
const askedEveryMs = 300;

/** Moves time on, and shows what that waits for, and which of the days is being lived until the product has caught up. */
async function liveDays(output, move) {
  let isMoving = true;
  const moved = move().finally(() => {
    isMoving = false;
  });
  // It is awaited only once the days are over.
  moved.catch(() => undefined);
  for (;;) {
    const wasMoving = isMoving;
    const { now, is_present, held_for } = await call('GET', '/control/clock/lived');
    if (!wasMoving && is_present) return moved;
    output.textContent = held_for ?? `Living through ${dayAndMonth.format(new Date(now))} …`;
    await new Promise((resolve) => setTimeout(resolve, askedEveryMs));
  }
}

async function press(form, work) {
  const output = form.querySelector('output');
  const buttons = form.querySelectorAll('button');
  for (const button of buttons) button.disabled = true;
  output.textContent = 'Working …';
  output.className = 'dim';
  try {
    const answer = await ('days' in form.dataset ? liveDays(output, work) : work());
    output.textContent = answer.message ?? 'Done';
    output.className = 'good';
    await redrawChoices();
  } catch (error) {
    output.textContent = error.message;
    output.className = 'bad';
  }
  for (const button of buttons) button.disabled = false;
}

for (const form of document.querySelectorAll('form[data-post], form[data-patch]')) {
  const method = form.dataset.post ? 'POST' : 'PATCH';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    return press(form, () => call(method, form.dataset.post ?? form.dataset.patch, valuesOf(form, method === 'PATCH' || 'numbers' in form.dataset)));
  });
  for (const button of form.querySelectorAll('[data-delete]')) button.addEventListener('click', () => press(form, () => call('DELETE', button.dataset.delete)));
  for (const button of form.querySelectorAll('[data-send]')) {
    button.addEventListener('click', () =>
      press(form, async () => {
        const { delivered, waiting } = await call('POST', button.dataset.send, {});
        return { message: `${delivered} delivered, ${waiting} still waiting` };
      }),
    );
  }
}

const element = (name, text, className = '') => Object.assign(document.createElement(name), { textContent: text, className });

function lineOf({ at, method, path, status, fault, body }) {
  const parts = [element('time', at.slice(11, 19)), ' ', element('b', method), ' ', element('span', path, 'address'), ' '];
  parts.push(element('span', status ?? 'cut', status === null || status >= 400 ? 'bad' : 'good'));
  if (fault) parts.push(' ', element('span', fault, 'bad'));
  const item = document.createElement('li');
  if (body === '') {
    item.append(...parts);
    return item;
  }
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.append(...parts);
  details.append(summary, element('pre', body));
  item.append(details);
  return item;
}

new EventSource('/control/journal/live').addEventListener('message', ({ data }) => {
  const entry = JSON.parse(data);
  const list = document.querySelector(`[data-received="${entry.stand_in}"]`);
  if (!list) return;
  list.prepend(lineOf(entry));
  list.nextElementSibling.hidden = true;
  while (list.children.length > maximumShown) list.lastElementChild.remove();
});
