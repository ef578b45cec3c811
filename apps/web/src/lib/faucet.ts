/** Enough for any month's rent, so that a newcomer does not have to come back. */
const usualDollars = "5000.00";

/**
 * Asks the local network's faucet for test USDC, and a little ETH for network fees. `usdc` is a plain decimal of dollars.
 * Throws an Error with a sentence for people when the faucet does not give.
 */
export async function requestTestUsdc(faucetUrl: string, address: string, usdc = usualDollars): Promise<void> {
  const response = await fetch(faucetUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address, usdc }),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null);
  if (!response?.ok) throw new Error("The faucet did not answer. Please try again.");
}
