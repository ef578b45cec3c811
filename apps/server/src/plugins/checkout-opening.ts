import { setTimeout as wait } from "node:timers/promises";
import { formatUsd, formatUsdc, parseWireAmount } from "@hearth/domain/money";
import { checkoutInput } from "@hearth/domain/payments/inputs";
import type { Deps } from "../deps.ts";
import { checkoutView, type CheckoutView } from "../features/payments/checkout/checkout.view.ts";
import { toNetworkView } from "../features/payments/checkout/network.view.ts";
import { loadCheckout } from "../features/payments/payments.service.ts";
import { escapeText } from "./page-heads.ts";
import type { Opening } from "./pages.ts";

/** A page is never kept back longer than this for its checkout, because the app can ask for it. */
const longestMs = 500;

/**
 * Finds the opening of a checkout's page (its path without the first slash): payee and amount, and the answers that the app would ask
 * for first. Null for other pages, and where the checkout is not found in time. Two statements for an existing checkout.
 */
export async function findCheckoutOpening(deps: Deps, path: string): Promise<Opening | null> {
  const [place, reference, ...rest] = path.split("/");
  const input = checkoutInput.safeParse({ reference });
  if (place !== "checkout" || rest.length > 0 || !input.success) return null;
  const loaded = loadCheckout(deps, input.data.reference)
    .then((found) => checkoutView.parse(found))
    .catch(() => null); // The app reports what is wrong
  const view = await Promise.race([loaded, wait(longestMs, null, { ref: false })]);
  if (view === null) return null;
  const answers = { reference: input.data.reference, checkout: view, network: toNetworkView(deps) };
  return { name: "checkout", html: drawCheckout(view), answers };
}

/**
 * Draws what the checkout's own page shows first while it can be paid, or its payee's name. One paragraph, so that browsers count it as one
 * text, which is painted first and stays the page's largest.
 */
function drawCheckout(view: CheckoutView): string {
  const { status, transfer, relay, purchase, merchant, amount, usdcUnits, networkLabel } = view;
  const isOpen = status === "pending" && transfer === null && relay === null && purchase === null;
  const title = `<span class="title">${escapeText(isOpen ? `Pay ${merchant}` : merchant)}</span>`;
  if (!isOpen) return `<p class="payee">${title}</p>`;
  const cents = parseWireAmount(amount) ?? 0;
  const [, figures = ""] = formatUsd(cents).split("$");
  const terms = `${formatUsdc(BigInt(usdcUnits))} USDC on ${networkLabel}`;
  const total = `<span class="amount"><small>$</small>${figures}</span>`;
  return `<p class="payee">${title}<br>${total}<br><span class="terms">${escapeText(terms)}</span></p>`;
}
