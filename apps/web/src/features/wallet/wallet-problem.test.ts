import { walletRefusals } from "@hearth/domain/passkey-wallet/messages";
import {
  custom,
  InsufficientFundsError,
  ProviderRpcError,
  SwitchChainError,
  TransactionExecutionError,
  UserRejectedRequestError,
} from "viem";
import { expect, it } from "vitest";
import { WalletGaveNothing } from "../../lib/wallet-page.ts";
import { walletProblem } from "./wallet-problem.ts";

it("recognises a rejection by the user, however it is wrapped", () => {
  const plain = Object.assign(new Error("MetaMask Tx Signature: User denied transaction signature."), { code: 4001 });
  const wrapped = new SwitchChainError(new UserRejectedRequestError(plain));
  for (const error of [plain, wrapped, { code: 5000 }, new Error("User closed modal")]) {
    expect(walletProblem(error)).toEqual({ kind: "rejected", message: "You declined the request in your wallet. Nothing has changed." });
  }
});

it("recognises an already open request and a locked wallet", () => {
  expect(walletProblem({ code: -32_002, message: "Already processing" }).kind).toBe("busy");
  expect(walletProblem({ code: 4100, message: "Unauthorized" }).kind).toBe("locked");
});

it("recognises missing ETH for the network fee", () => {
  const cause = new InsufficientFundsError();
  const account = { address: "0x0000000000000000000000000000000000000001", type: "json-rpc" } as const;
  expect(walletProblem(new TransactionExecutionError(cause, { account })).kind).toBe("gas");
  expect(walletProblem(new Error("insufficient funds for gas * price + value")).kind).toBe("gas");
});

it("passes on the wallet's message for other errors, and has a default for none", () => {
  expect(walletProblem(new Error("The popup was blocked"))).toEqual({ kind: "failed", message: "The popup was blocked" });
  expect(walletProblem(undefined)).toEqual({ kind: "failed", message: "The wallet did not answer" });
});

it("terminates on an error that is its own cause", () => {
  const error = new Error("loop");
  error.cause = error;
  expect(walletProblem(error).message).toBe("loop");
});

/** Throws as a wallet library does for a failed request of its provider. */
async function askedBy(error: Error): Promise<unknown> {
  const provider = { request: () => Promise.reject(error) };
  const client = custom(provider, { retryCount: 0 })({});
  return client.request({ method: "personal_sign" }).catch((cause: unknown) => cause);
}

it("has a sentence of its own for each failure of the passkey wallet, however it is wrapped", async () => {
  const messages = new Set<string>();
  const failures = [...walletRefusals, "missing", "unmade"] as const;
  for (const failure of failures.filter((one) => one !== "busy")) {
    const problem = walletProblem(new WalletGaveNothing(failure));
    expect(walletProblem(await askedBy(new WalletGaveNothing(failure)))).toEqual(problem);
    expect(problem.kind).toBe(failure === "cancelled" || failure === "unmade" ? "rejected" : "failed");
    messages.add(problem.message);
  }
  expect(messages.size).toBe(failures.filter((one) => one !== "busy").length);
  expect(walletProblem(new WalletGaveNothing("busy")).kind).toBe("busy");
});

it("repeats why a wallet does not support a request", async () => {
  const shortMessage = "This wallet cannot send transactions itself.";
  const refusal = new ProviderRpcError(new Error(shortMessage), { code: 4200, shortMessage });
  expect(walletProblem(await askedBy(refusal))).toEqual({ kind: "failed", message: shortMessage });
});
