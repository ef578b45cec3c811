/** Enough for any month's rent, so that one request suffices. */
const defaultDollars = "5000.00";

/**
 * Requests test USDC and some ETH for fees from the local network's faucet. `usdc` is in dollars, as a plain decimal.
 * Throws an Error with a message for users if the faucet fails.
 */
export async function requestTestUsdc(faucetUrl: string, address: string, usdc = defaultDollars): Promise<void> {
  const response = await fetch(faucetUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address, usdc }),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null);
  if (!response?.ok) throw new Error("The faucet did not answer. Please try again.");
}
