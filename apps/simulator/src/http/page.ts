import { faultsByCents } from "../exchange/onramp-sentinels.ts";
import { emailSentinels } from "../exchange/people.ts";
import type { AccountState, SimulatorState } from "./state.ts";

/** Renders the home page with the current state. `page.js` refreshes it and handles the buttons. */
export function renderPage(state: SimulatorState): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hearth simulator</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script src="/page.js" type="module"></script>
</head>
<body>
<main>
${header(state)}
${accounts(state)}
${mails()}
${chainActions()}
${faults(state)}
${exchange()}
${doors()}
</main>
<p class="notice" role="status" id="notice"></p>
</body>
</html>
`;
}

function header({ head }: SimulatorState): string {
  return `<header>
<div>
<h1>The outside world</h1>
<p class="lead">A chain, a faucet and a node provider on this machine. Everything here is worthless, and everything can be broken.</p>
</div>
<dl class="head"><dt>Newest block</dt><dd data-live="head">${head}</dd></dl>
</header>`;
}

function accounts({ accounts: rows }: SimulatorState): string {
  return `<section aria-labelledby="accounts">
<h2 id="accounts">Accounts</h2>
<div class="scroll">
<table>
<thead><tr><th scope="col">Name</th><th scope="col">Address</th><th scope="col" class="num">USDC</th><th scope="col" class="num">ETH</th></tr></thead>
<tbody data-live="accounts">${rows.map(accountRow).join("")}</tbody>
</table>
</div>
</section>`;
}

function accountRow({ name, address, usdc, eth, blacklisted }: AccountState): string {
  const flag = blacklisted ? ' <span class="flag">Blacklisted</span>' : "";
  return `<tr><td>${name}${flag}</td><td><code>${address}</code></td><td class="num">${usdc}</td><td class="num">${eth}</td></tr>`;
}

function mails(): string {
  return `<section aria-labelledby="mail">
<h2 id="mail">Mail</h2>
<p>Every mail that the product sends arrives in <a href="/mailbox">the mailbox</a>, whoever it is for.</p>
</section>`;
}

function chainActions(): string {
  return `<section aria-labelledby="chain">
<h2 id="chain">Chain</h2>
<div class="rows">
<form data-post="/faucet">
<p><b>Faucet</b><span>Gives USDC, and 1 ETH for gas.</span></p>
<label class="wide">Address <input name="address" required spellcheck="false" autocomplete="off" placeholder="0x…"></label>
<label>USDC <input name="usdc" inputmode="decimal" value="5000.00" required></label>
<button class="primary">Give</button>
</form>
<form data-post="/mine">
<p><b>Mine</b><span>Makes blocks at once.</span></p>
<label>Blocks <input name="blocks" type="number" min="1" max="1000" value="5" required></label>
<button>Mine</button>
</form>
<form data-post="/reorg">
<p><b>Reorganise</b><span>Replaces the newest blocks. Their transactions come back in the last new one, or are lost.</span></p>
<label>Depth <input name="depth" type="number" min="1" max="250" value="3" required></label>
<button data-also='{"keepTransactions":true}'>Keep them</button>
<button data-also='{"keepTransactions":false}'>Lose them</button>
</form>
</div>
</section>`;
}

function faults({ faults: now }: SimulatorState): string {
  return `<section aria-labelledby="faults">
<h2 id="faults">Faults</h2>
<div class="rows">
${numberFault("rpcAwaySeconds", "RPC away", "Answers 503 for so many seconds.", "Seconds", 30, 3_600, now.rpcAwaySeconds)}
${numberFault("rpcDelayMs", "RPC slow", "Answers so many milliseconds later.", "Milliseconds", 3_000, 60_000, now.rpcDelayMs)}
${numberFault("rpcLagBlocks", "RPC lagging", "Has not heard of the newest blocks.", "Blocks", 10, 200, now.rpcLagBlocks)}
${switchFault("usdcPaused", "USDC paused", "Nobody can move any.", now.usdcPaused, ["Pause", "Unpause"])}
${numberFault("mailAwaySeconds", "Mail away", "Takes no mail for so many seconds.", "Seconds", 60, 3_600, now.mailAwaySeconds)}
${numberFault("mailDelayMs", "Mail slow", "Takes each mail so many milliseconds later.", "Milliseconds", 3_000, 60_000, now.mailDelayMs)}
${switchFault("mailRefused", "Mail refused", "No recipient has a mailbox.", now.mailRefused, ["Refuse", "Take"])}
${switchFault("relayerWithoutGas", "Relayer without gas", "It cannot carry payments any more.", now.relayerWithoutGas, ["Take its gas", "Give it back"])}
<form data-post="/faults">
<p><b>Blacklist</b><span>USDC refuses to move from or to the address.</span></p>
<label class="wide">Address <input data-as="blacklist" required spellcheck="false" autocomplete="off" placeholder="0x…"></label>
<button data-name="blacklist">Blacklist</button>
<button data-name="unblacklist">Unblacklist</button>
</form>
</div>
</section>`;
}

type NumberFault = "rpcAwaySeconds" | "rpcDelayMs" | "rpcLagBlocks" | "mailAwaySeconds" | "mailDelayMs";

function numberFault(name: NumberFault, title: string, text: string, unit: string, usual: number, max: number, now: number): string {
  return `<form data-post="/faults">
<p><b>${title}</b><span>${text}</span></p>
<output data-live="${name}" data-on="${now > 0}">${now}</output>
<label>${unit} <input name="${name}" type="number" min="0" max="${max}" value="${usual}" required></label>
<button>Set</button>
<button data-also='{"${name}":0}' formnovalidate>End</button>
</form>`;
}

type SwitchFault = "usdcPaused" | "relayerWithoutGas" | "mailRefused";

function switchFault(name: SwitchFault, title: string, text: string, now: boolean, labels: [string, string]): string {
  return `<form data-post="/faults">
<p><b>${title}</b><span>${text}</span></p>
<output data-live="${name}" data-on="${now}">${now ? "on" : "off"}</output>
<button data-also='{"${name}":true}'>${labels[0]}</button>
<button data-also='{"${name}":false}'>${labels[1]}</button>
</form>`;
}

function exchange(): string {
  const emails = Object.entries(emailSentinels).map(([start, text]) => `<dt><code>${start}@example.com</code></dt><dd>${text}</dd>`);
  const cents = Object.entries(faultsByCents).map(([amount, text]) => `<dt><code>$100.${amount}</code></dt><dd>${text}</dd>`);
  return `<section aria-labelledby="exchange">
<h2 id="exchange">Exchange</h2>
<p>Any email address has an account there, and any amount can be bought. How an address begins, and the cents of an amount, decide what goes wrong.</p>
<dl class="doors">${[...emails, ...cents].join("")}</dl>
</section>`;
}

function doors(): string {
  const rows = [
    ["POST /faucet", '{ "address": "0x…", "usdc": "5000.00" }'],
    ["POST /mine", '{ "blocks": 5 }'],
    ["POST /reorg", '{ "depth": 3, "keepTransactions": true }'],
    ["POST /faults", '{ "rpcAwaySeconds": 30, "rpcLagBlocks": 10, "usdcPaused": true, … }'],
    ["GET /state", "what this page shows"],
    ["GET /mails?to=…", "the mails of this run, the newest first"],
    ["POST /rpc", "the node provider: JSON-RPC with the faults above"],
  ];
  return `<section aria-labelledby="doors">
<h2 id="doors">The same by program</h2>
<dl class="doors">${rows.map(([door, body]) => `<dt><code>${door}</code></dt><dd><code>${body}</code></dd>`).join("")}</dl>
</section>`;
}
