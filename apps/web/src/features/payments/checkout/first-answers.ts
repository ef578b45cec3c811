import type { Outputs, utils } from "../../../lib/trpc.ts";
import type { CheckoutView } from "./checkout-stage.ts";

interface FirstAnswers {
  reference: string;
  checkout: CheckoutView;
  network: Outputs["payments"]["network"];
}

/** Puts the answers that came with the page into the cache, once, so that they are not asked for again while they are new. */
export function takeFirstAnswers({ payments }: Pick<typeof utils, "payments">): void {
  const holder = document.querySelector("#first-answers");
  if (holder === null) return;
  holder.remove();
  const { reference, checkout, network }: FirstAnswers = JSON.parse(holder.textContent);
  const updatedAt = Date.now() - sincePageArrived();
  payments.network.setData(undefined, network, { updatedAt });
  payments.checkout.setData({ reference }, checkout, { updatedAt });
}

/** Milliseconds since the page's HTML had arrived. */
function sincePageArrived(): number {
  const [page] = performance.getEntriesByType("navigation");
  const arrivedAt = page instanceof PerformanceNavigationTiming ? page.responseEnd : 0;
  return performance.now() - arrivedAt;
}
