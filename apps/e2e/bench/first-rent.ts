import { createHearthClient } from "@hearth/client/hearth-client";
import { networks } from "@hearth/chain/networks";
import { chromium } from "@playwright/test";
import { system } from "../src/hearth.ts";
import { newestMail } from "../src/mails.ts";
import {
  acceptInvitation,
  invitationSubject,
  inviteTenant,
  openBill,
  payWithTouch,
  signUpByTouch,
  withAuthenticator,
} from "../src/passkey-steps.ts";
import { openBrowser } from "../src/people.ts";

/**
 * Measures an invited tenant's way from opening the invitation's link to the receipt: sign-up by the device's unlock with a new wallet, and the
 * first rent. The money is put into the wallet in between, outside the measured time. Chromium's virtual authenticator approves at once and
 * fields are filled at once, so the time is the product's alone. Runs against a running product (`npm start` in another terminal). Prints
 * each round and the medians, in seconds.
 */
const rounds = 5;
process.env["HEARTH_URL"] ??= "http://localhost:5000";
process.env["HEARTH_SIMULATOR_URL"] ??= "http://localhost:5100";
process.env["HEARTH_CHAIN_URL"] ??= networks.local.rpcUrl;

const chromePath = process.env["CHROME_PATH"];
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ ...(chromePath !== undefined && { executablePath: chromePath }), args });

/** Puts test USDC into the wallet of the account that is signed in on a page. */
async function fillOwnWallet(token: string): Promise<void> {
  const { wallet } = await createHearthClient({ url: system.url, token }).passkeyWallet.read.query();
  const body = JSON.stringify({ address: wallet?.address });
  const filled = await fetch(`${system.simulatorUrl}/faucet`, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!filled.ok) throw new Error("The faucet did not pay out");
}

/** Returns the seconds that an act takes. */
async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return (performance.now() - start) / 1_000;
}

const signUps: number[] = [];
const payments: number[] = [];
for (let round = 0; round < rounds; round++) {
  const { person, house } = await inviteTenant();
  const page = await openBrowser(browser);
  await withAuthenticator(page);
  await newestMail(person.email, invitationSubject);
  signUps.push(await secondsOf(() => acceptInvitation(page, person, house, () => signUpByTouch(page, person))));
  await fillOwnWallet(await page.evaluate(() => localStorage.getItem("authToken") ?? ""));
  payments.push(
    await secondsOf(async () => {
      await openBill(page, "640.00");
      await payWithTouch(page, "640.00");
    }),
  );
  await page.context().close();
  process.stdout.write(
    `round ${round + 1}: account and wallet ${signUps.at(-1)?.toFixed(1)} s, bill to receipt ${payments.at(-1)?.toFixed(1)} s\n`,
  );
}
await browser.close();

const median = (values: number[]) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]?.toFixed(1);
const together = signUps.map((seconds, round) => seconds + (payments[round] ?? 0));
process.stdout.write(
  `median of ${rounds}: ${median(together)} s from the invitation to the receipt, of which ${median(signUps)} s for account and wallet, ${median(payments)} s for the bill\n`,
);
