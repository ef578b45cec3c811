import { makeUser } from "@hearth/db/testing/factories";
import { type ConsentAnswer, walkConsent } from "@hearth/simulator/exchange/walk-consent";
import { type Simulator, startSimulator } from "@hearth/simulator/simulator";
import { exchangeEnv } from "./exchange-env.ts";
import { type Harness, startHarness } from "./harness.ts";

/** A server that uses a simulator's exchange, and accounts that link there. */
export interface ExchangeFixture {
  harness: Harness;
  /** Signs an account in, by default a new consumer's. `person` is an exchange account that nobody else has. */
  open(userId?: string): Promise<Opened>;
  close(): Promise<void>;
}
type Call = ReturnType<Harness["caller"]>;

/** A signed-in account. */
export interface Opened {
  userId: string;
  token: string;
  call: Call;
  person: string;
}

/** Starts both. `env` overrides the variables for the simulator. */
export async function startExchangeFixture(env: Record<string, string> = {}): Promise<ExchangeFixture> {
  const simulator: Simulator = await startSimulator({ manual: true });
  const harness = await startHarness({ env: { ...exchangeEnv(simulator), ...env } });
  let count = 0;
  return {
    harness,
    open: async (given) => {
      const userId = given ?? (await makeUser(harness.db)).id;
      const token = await harness.signIn(userId);
      count += 1;
      return { userId, token, call: harness.caller(token), person: `maya${count}@example.com` };
    },
    close: async () => {
      await harness.close();
      await simulator.stop();
    },
  };
}

/** The query with which the exchange redirected somebody back. */
export interface CameBack {
  state: string;
  code?: string;
  error?: string;
}

/** Begins linking and answers the exchange's consent page. */
export async function authorize(call: Call, answer: ConsentAnswer): Promise<CameBack> {
  const { redirectUrl } = await call.exchange.initiateAuth({ strategy: "popup", currentPath: "/payment?merchant=1" });
  const back = await walkConsent(redirectUrl, answer);
  const [state, code, error] = ["state", "code", "error"].map((name) => back.searchParams.get(name) ?? undefined);
  return { state: state ?? "", ...(code !== undefined && { code }), ...(error !== undefined && { error }) };
}

/** Links an account at the exchange, from beginning to end. */
export async function link(call: Call, answer: ConsentAnswer) {
  return call.exchange.callback(await authorize(call, answer));
}
