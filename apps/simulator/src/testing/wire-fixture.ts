import { randomUUID } from "node:crypto";
import { createAccountClient } from "@hearth/exchange/account-client";
import { createOnrampClient } from "@hearth/exchange/onramp-client";
import type { ExchangeAccountProvider, ExchangeTokens, LinkAttempt, OnrampProvider } from "@hearth/exchange/provider";
import { type Simulator, startSimulator } from "../simulator.ts";
import { demoCredentials } from "../exchange/credentials.ts";
import { type ConsentAnswer, walkConsent } from "../exchange/walk-consent.ts";

/** The product's own clients, connected to a simulator over HTTP. */
export interface WireFixture {
  simulator: Simulator;
  accounts: ExchangeAccountProvider;
  onramp: OnrampProvider;
  /** Creates clients with that timeout. */
  impatient(timeoutMs: number): Pick<WireFixture, "accounts" | "onramp">;
  /** Goes to the exchange and back. The code is empty if the person refused. */
  authorize(answer: ConsentAnswer): Promise<{ attempt: LinkAttempt; back: URL; code: string }>;
  link(answer: ConsentAnswer): Promise<ExchangeTokens>;
}

const redirectUri = "http://localhost:5999/wallet-callback";
const { clientId, clientSecret, apiKeyId, apiKeySecret } = demoCredentials;

/** Starts a simulator for one test file. Stop it at the end. */
export async function startWireFixture(): Promise<WireFixture> {
  const simulator = await startSimulator({ manual: true });
  const { url } = simulator;
  const clients = (limit: { timeoutMs?: number }) => ({
    accounts: createAccountClient({ apiUrl: url, loginUrl: url, clientId, clientSecret, ...limit }),
    onramp: createOnrampClient({ apiUrl: `${url}/platform`, statusUrl: url, key: { id: apiKeyId, secret: apiKeySecret }, ...limit }),
  });
  const { accounts, onramp } = clients({});
  const authorize = async (answer: ConsentAnswer) => {
    const attempt = { state: randomUUID(), codeVerifier: randomUUID() + randomUUID(), redirectUri };
    const { redirectUrl } = await accounts.startLink({ ...attempt, isSignUp: false });
    const back = await walkConsent(redirectUrl, answer);
    if (!back.href.startsWith(`${redirectUri}?`)) throw new Error(`The exchange led to ${back.href}`);
    return { attempt, back, code: back.searchParams.get("code") ?? "" };
  };
  return {
    simulator,
    accounts,
    onramp,
    impatient: (timeoutMs) => clients({ timeoutMs }),
    authorize,
    link: async (answer) => {
      const { attempt, code } = await authorize(answer);
      return accounts.finishLink({ ...attempt, code });
    },
  };
}
