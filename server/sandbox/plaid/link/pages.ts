import { readFileSync } from 'node:fs';
import { Html, html, inlineJson } from '../../core/page.ts';
import { banks } from '../banks.ts';
import { accountsOffered, depositsAllowed, noDeposits, type OpenSession } from './session.ts';

const windowScript = new Html(readFileSync(new URL('window.client.js', import.meta.url), 'utf8'));

const problemLine = (problem: string | null) => problem !== null && html`<p class="bad" role="alert">${problem}</p>`;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The button that closes the window, shown on every step. */
const leave = html`<p><button class="plain" type="button" data-exit>Close without linking</button></p>`;

function chooseBank({ token, session }: OpenSession): Html {
  return html`<h1>Connect your bank to ${token.request.client_name}</h1>
<p class="dim">These banks are invented. Each behaves differently.</p>
${problemLine(session.problem)}
<form method="post" action="${session.id}/bank">
<ul class="choices">${banks.map((bank) => html`<li><button name="bank_id" value="${bank.id}">${bank.name}<br><span class="dim">${bank.hint}</span></button></li>`)}</ul>
</form>`;
}

function signIn({ session, bank, item }: OpenSession): Html {
  return html`<h1>Sign in to ${bank?.name}</h1>
<p class="dim">${item ? 'Your bank asks you to sign in again.' : bank?.hint}</p>
${problemLine(session.problem)}
<form class="stack" method="post" action="${session.id}/sign-in">
<label>User name <input name="username" required autocomplete="off" value="sandbox"></label>
<label>Password <input name="password" type="password" required autocomplete="off" value="sandbox"></label>
<button>Sign in</button>
</form>`;
}

function bankPage({ session, bank }: OpenSession): Html {
  return html`<h1>${bank?.name} signs you in on its own page</h1>
<p>It opens in another tab. Come back here when you are done.</p>
${problemLine(session.problem)}
<p><button type="button" data-open="../bank/${session.oauth_state_id}">Continue to ${bank?.name}</button></p>`;
}

function chooseAccount(opened: OpenSession): Html {
  const { session } = opened;
  return html`<h1>Which account?</h1>
<p class="dim">Repayments are drawn from it.</p>
${problemLine(session.problem)}
<form class="stack" method="post" action="${session.id}/account">
${accountsOffered(opened).map(
  (account, index) =>
    html`<label class="inline"><input type="radio" name="mask" value="${account.mask}"${index === 0 && new Html(' checked')}> ${account.name} ••${account.mask} <span class="dim">${dollars.format(account.available)}</span></label>`,
)}
<button>Connect</button>
</form>`;
}

function typeNumbers(opened: OpenSession): Html {
  const { session, bank } = opened;
  const { sameDay, automated } = depositsAllowed(opened);
  const way = sameDay
    ? 'Two small deposits arrive within a day. You enter their amounts to prove that the account is yours.'
    : 'One small deposit proves the account within a day or two. You have nothing more to do.';
  return html`<h1>${bank?.name}: account and routing number</h1>
<p class="dim">${sameDay || automated ? way : noDeposits}</p>
${problemLine(session.problem)}
<form class="stack" method="post" action="${session.id}/numbers">
<label>Routing number <input name="routing" inputmode="numeric" required autocomplete="off" value="${bank?.routing}"></label>
<label>Account number <input name="account" inputmode="numeric" required autocomplete="off" value="9900015150"></label>
<button>Send the deposits</button>
</form>`;
}

function typeAmounts({ session, item }: OpenSession): Html {
  const waiting = item?.accounts.find(({ deposits }) => deposits !== null);
  const [first = 0, second = 0] = waiting?.deposits?.cents ?? [];
  return html`<h1>Enter the two deposits</h1>
<p>They are on the statement of your account ••${waiting?.base.mask}.</p>
<p class="dim">Sandbox: they are ${dollars.format(first / 100)} and ${dollars.format(second / 100)}.</p>
${problemLine(session.problem)}
<form class="stack" method="post" action="${session.id}/amounts">
<label>First deposit <input name="first" inputmode="decimal" required autocomplete="off" placeholder="0.00"></label>
<label>Second deposit <input name="second" inputmode="decimal" required autocomplete="off" placeholder="0.00"></label>
<button>Verify</button>
</form>`;
}

function done({ session }: OpenSession): Html {
  const failed = session.result?.metadata.accounts.some(({ verification_status }) => verification_status === 'verification_failed');
  return failed
    ? html`<h1>That did not work</h1><p>The amounts were wrong three times. Link another account, or this one anew.</p><p><button type="button" data-finish>Continue</button></p>`
    : html`<h1>All set</h1><p>${session.result?.metadata.institution?.name} is connected.</p><p><button type="button" data-finish>Continue</button></p>`;
}

const steps: Readonly<Record<OpenSession['session']['step'], (opened: OpenSession) => Html>> = {
  banks: chooseBank,
  sign_in: signIn,
  bank_page: bankPage,
  accounts: chooseAccount,
  numbers: typeNumbers,
  amounts: typeAmounts,
  done,
};

/** Returns the window at its current step, with the script that messages the page around it. */
export function windowPage(opened: OpenSession): { title: string; body: Html; compact: true } {
  const { session, bank } = opened;
  const told = {
    origin: session.origin,
    sessionId: session.id,
    step: session.step,
    institution: bank ? { name: bank.name, institution_id: bank.id } : null,
    result: session.result,
  };
  return {
    title: 'Connect your bank',
    compact: true,
    body: html`<section class="panel">${steps[session.step](opened)}${session.step !== 'done' && leave}</section>
<script>const link = ${inlineJson(told)};
${windowScript}</script>`,
  };
}

/** Returns the bank's own page, shown in a separate tab. */
export function bankOwnPage({ session, bank, token }: OpenSession): { title: string; body: Html; compact: true } {
  return {
    title: bank?.name ?? 'Bank',
    compact: true,
    body: html`<section class="panel"><h1>${bank?.name}</h1>
<p>${token.request.client_name} asks to see your accounts and to move money from one of them.</p>
<form class="row" method="post" action="${session.oauth_state_id}"><button name="answer" value="yes">Allow</button><button class="plain" name="answer" value="no">Refuse</button></form>
</section>`,
  };
}

/** Returns the page shown after the customer answered: closes the tab if a window opened it, otherwise returns to the product. */
export function bankPageAnswered({ token, session }: OpenSession): { title: string; body: Html; compact: true } {
  const back = token.request.redirect_uri ? `${token.request.redirect_uri}?oauth_state_id=${session.oauth_state_id}` : null;
  return {
    title: 'Back to your window',
    compact: true,
    body: html`<section class="panel"><h1>Thank you</h1><p>You can close this tab and go back.</p>${back !== null && html`<p><a href="${back}">Go back</a></p>`}</section>
<script>
if (window.opener) { window.opener.postMessage('bank page answered', location.origin); window.close(); }
else if (${inlineJson(back)}) location.replace(${inlineJson(back)});
</script>`,
  };
}
