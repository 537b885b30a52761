import { readFileSync } from 'node:fs';
import type { ControlButton, ControlField, SandboxCore, StandIn } from '../core/core.ts';
import { type FaultKind, faultKinds } from '../core/faults.ts';
import type { JournalEntry } from '../core/journal.ts';
import { Html, html } from '../core/page.ts';

const styles = new Html(readFileSync(new URL('page.css', import.meta.url), 'utf8'));

/** Number of recent calls shown per stand-in before live ones arrive. */
const receivedShown = 8;

const faultTexts: Readonly<Record<FaultKind, string>> = {
  error_500: 'Answer 500',
  rate_limited: 'Answer 429 with Retry-After',
  hang: 'Hang 30 seconds',
  cut: 'Cut the connection',
  half_open: 'Go silent half-way',
  nonsense: 'Answer nonsense',
  effect_then_500: 'Do it, then answer 500',
  effect_then_cut: 'Do it, then cut the connection',
};

const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

async function fieldInput(id: string, field: ControlField): Promise<Html> {
  const name = field.name;
  if (field.type === 'select') {
    const options = (await field.options?.()) ?? [];
    return html`<label for="${id}">${field.label}<select id="${id}" name="${name}">${options.map(
      ({ value, label }) => html`<option value="${value}"${value === field.default && new Html(' selected')}>${label}</option>`,
    )}</select></label>`;
  }
  if (field.type === 'cents') {
    const dollars = field.default ? (Number(field.default) / 100).toFixed(2) : '';
    return html`<label for="${id}">${field.label} ($)<input id="${id}" name="${name}" data-cents inputmode="decimal" value="${dollars}" size="9"></label>`;
  }
  return html`<label for="${id}">${field.label}<input id="${id}" name="${name}" type="${field.type}" value="${field.default ?? ''}"></label>`;
}

async function buttonForm(standIn: StandIn, button: ControlButton): Promise<Html> {
  const id = `${standIn.name}-${button.name}`;
  const fields = await Promise.all((button.fields ?? []).map((field) => fieldInput(`${id}-${field.name}`, field)));
  return html`<form class="control" data-post="/control/${standIn.name}/${button.name}" aria-labelledby="${standIn.name}-title ${id}">
<h4 id="${id}">${button.label}</h4>
${button.help !== undefined && html`<p class="dim">${button.help}</p>`}
<div class="row">${fields}<button>${button.label}</button></div>
<output></output>
</form>`;
}

function faultForm({ name }: StandIn): Html {
  const id = `${name}-fault`;
  return html`<form class="control" data-post="/control/faults" aria-labelledby="${name}-title ${id}">
<h3 id="${id}">Break the next calls</h3>
<input type="hidden" name="stand_in" value="${name}">
<div class="row">
<label>Fault<select name="kind">${faultKinds.map((kind) => html`<option value="${kind}">${faultTexts[kind]}</option>`)}</select></label>
<label>Calls<input name="remaining" type="number" min="1" value="1"></label>
<label>Only where the call contains<input name="path" placeholder="POST /${name}/" data-optional></label>
<button>Arm</button>
<button class="plain" type="button" data-delete="/control/faults/${name}">Disarm</button>
</div>
<output></output>
</form>`;
}

function webhookForm(core: SandboxCore, { name }: StandIn): Html {
  const id = `${name}-webhooks`;
  const { copies, delay_ms, reorder_window_ms, drop_next, held } = core.webhooks.deliverySettings(name);
  const number = (field: string, label: string, value: number) => html`<label>${label}<input name="${field}" type="number" min="0" value="${value}"></label>`;
  return html`<form class="control" data-patch="/control/webhooks/${name}" aria-labelledby="${name}-title ${id}">
<h3 id="${id}">How its events arrive</h3>
<div class="row">
${number('copies', 'Copies', copies)}${number('delay_ms', 'Delay (ms)', delay_ms)}${number('reorder_window_ms', 'Reverse what gathers in (ms)', reorder_window_ms)}${number('drop_next', 'Drop the next', drop_next)}
<label class="inline"><input type="checkbox" name="held"${held && new Html(' checked')}> Hold back</label>
<button>Set</button>
<button class="plain" type="button" data-send="/control/webhooks/flush/${name}">Deliver all now</button>
</div>
<output></output>
</form>`;
}

/** Returns one received call as a list item; the page's script renders live ones the same way. */
function receivedItem({ at, method, path, status, fault, body }: JournalEntry): Html {
  const failed = status === null || status >= 400;
  const line = html`<time datetime="${at}">${at.slice(11, 19)}</time> <b>${method}</b> <span class="address">${path}</span> <span class="${failed ? 'bad' : 'good'}">${status ?? 'cut'}</span>${fault !== null && html` <span class="bad">${fault}</span>`}`;
  return body === '' ? html`<li>${line}</li>` : html`<li><details><summary>${line}</summary><pre>${body}</pre></details></li>`;
}

/** The heading of buttons that are under no other. */
const usualGroup = 'Buttons';

/** Returns a stand-in's buttons under their headings, with links to these where there are several. */
async function buttonGroups(standIn: StandIn): Promise<Html> {
  const groups = [...Map.groupBy(standIn.controls ?? [], ({ group }) => group ?? usualGroup)];
  const idOf = (group: string) => `${standIn.name}-${group.toLowerCase().replaceAll(' ', '-')}`;
  const shown = groups.map(
    async ([group, buttons]) =>
      html`<h3 class="wide group" id="${idOf(group)}">${group}</h3>${await Promise.all(buttons.map((button) => buttonForm(standIn, button)))}`,
  );
  const links = groups.map(([group]) => html`<a href="#${idOf(group)}">${group}</a> `);
  return html`${groups.length > 1 && html`<nav class="wide links" aria-label="Buttons of ${standIn.title}">${links}</nav>`}${await Promise.all(shown)}`;
}

/** Returns a stand-in, folded to its name. Its content carries the id, so that a link to it unfolds it. */
async function section(core: SandboxCore, standIn: StandIn): Promise<Html> {
  const { name, title, summary, pages = [] } = standIn;
  const received = await core.journal.list({ standIn: name, limit: receivedShown });
  return html`<section class="panel" aria-labelledby="${name}-title"><details>
<summary class="fold"><h2 id="${name}-title">${title}</h2><p class="dim">${summary}</p></summary>
<div id="${name}" class="stand-in">
${pages.length > 0 && html`<p class="wide">${pages.map(({ label, href }) => html`<a href="${href}">${label}</a> `)}</p>`}
<div class="controls">${await buttonGroups(standIn)}
<details class="wide"><summary>Faults and events</summary>${faultForm(standIn)}${webhookForm(core, standIn)}</details></div>
<div class="received"><h3>Received</h3><ol data-received="${name}">${received.map(receivedItem)}</ol>
<p class="dim nothing"${received.length > 0 && new Html(' hidden')}>Nothing yet. Calls of the product appear here as they come.</p></div>
</div></details></section>`;
}

/** Returns the page at the root of the sandbox. */
export async function controlPage(core: SandboxCore, standIns: readonly StandIn[]): Promise<{ title: string; head: Html; body: Html }> {
  const ahead = core.clock.daysAhead();
  return {
    title: 'Control page',
    head: html`<style>${styles}</style><script defer src="/control/page.js"></script>`,
    body: html`<h1>Control page</h1>
<p>Here stands everything outside of the product: the card issuer, banks, stores, sign-in and mail. Each button makes something happen there, and the product reacts. <a href="${core.config.publicUrl}">Open the product</a></p>
<div class="panel clock">
<form class="row" data-post="/control/clock/advance" aria-label="Move time on" data-numbers data-days>
<p>In here it is <strong id="now">${instant.format(core.clock.now())} UTC</strong>${ahead > 0 && html` <span class="dim" id="ahead">(${ahead} ${ahead === 1 ? 'day' : 'days'} ahead)</span>`}</p>
<label>Days<input name="days" type="number" min="1" max="800" value="1"></label>
<button>Advance</button>
<output></output>
</form>
<p class="dim">Time moves on for the product too: what falls due in these days is announced by mail, drawn and settled. It does not go back.</p>
<nav class="links" aria-label="Stand-ins">${standIns.map(({ name, title }) => html`<a href="#${name}">${title}</a> `)}</nav>
</div>
${await Promise.all(standIns.map((standIn) => section(core, standIn)))}`,
  };
}
