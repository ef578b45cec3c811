import { networks } from "@hearth/chain/networks";
import { limits } from "@hearth/domain/limits";
import { chromium } from "@playwright/test";
import { setTimeout as sleep } from "node:timers/promises";
import { createPublicClient, http } from "viem";
import { readCheckout, sendFrom } from "../src/money.ts";
import { makeTenant, openBrowser } from "../src/people.ts";
import { startPayment } from "../src/steps.ts";

/**
 * Measures a payer's wait from the transfer's block to its appearance on the screen. Also the wait from the confirming block to the
 * receipt, without the specified pause. Runs against a running product (`npm start` in another terminal). Prints each round and the
 * medians, in milliseconds.
 */
const rounds = 5;
process.env["HEARTH_URL"] ??= "http://localhost:5000";
process.env["HEARTH_SIMULATOR_URL"] ??= "http://localhost:5100";
process.env["HEARTH_CHAIN_URL"] ??= networks.local.rpcUrl;

const chain = createPublicClient({ transport: http(process.env["HEARTH_CHAIN_URL"]), pollingInterval: 25 });
const chromePath = process.env["CHROME_PATH"];
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ ...(chromePath !== undefined && { executablePath: chromePath }), args });
const tenant = await makeTenant();
const page = await openBrowser(browser, tenant);

const rule = networks.local.confirmations(0);
if (rule.kind !== "depth") throw new Error("The local chain confirms by depth");
/** Number of confirming blocks after the transfer's own. */
const moreBlocks = BigInt(rule.blocks - 1);
/** Specified time for which a checkout shows its success before it continues. */
const pauseMs = limits.successRedirectSeconds * 1_000;

/** Waits for a block and returns the time at which it was there. */
async function untilBlock(number: bigint): Promise<number> {
  while ((await chain.getBlockNumber({ cacheTime: 0 })) < number) await sleep(25);
  return performance.now();
}

const delaysMs: number[] = [];
const receipts: number[] = [];
for (let round = 0; round < rounds; round++) {
  const checkout = await startPayment(page, `${20 + round}.00`);
  const { to, usdcUnits } = await readCheckout(checkout.url());
  const hash = await sendFrom(tenant.id, { to, usdcUnits });
  const { blockNumber } = await chain.waitForTransactionReceipt({ hash });
  const mined = performance.now();
  const confirmed = untilBlock(blockNumber + moreBlocks);
  await page.getByText("Received", { exact: true }).first().waitFor();
  delaysMs.push(performance.now() - mined);
  await page.waitForURL("**/payment-success**", { timeout: 60_000 });
  await page.getByText("Download Receipt").waitFor();
  receipts.push(performance.now() - (await confirmed) - pauseMs);
  if (!checkout.isClosed()) await checkout.close();
  process.stdout.write(`round ${round + 1}: seen ${delaysMs.at(-1)?.toFixed(0)} ms, receipt ${receipts.at(-1)?.toFixed(0)} ms\n`);
}
await browser.close();

const median = (values: number[]) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]?.toFixed(0);
process.stdout.write(
  `median of ${rounds}: seen on screen ${median(delaysMs)} ms, receipt on screen ${median(receipts)} ms after the blocks\n`,
);
