import { InsufficientFundsError, SwitchChainError, TransactionExecutionError, UserRejectedRequestError } from "viem";
import { expect, it } from "vitest";
import { walletProblem } from "./wallet-problem.ts";

it("takes a refusal in the wallet for a refusal, however it is wrapped", () => {
  const plain = Object.assign(new Error("MetaMask Tx Signature: User denied transaction signature."), { code: 4001 });
  const wrapped = new SwitchChainError(new UserRejectedRequestError(plain));
  for (const error of [plain, wrapped, { code: 5000 }, new Error("User closed modal")]) {
    expect(walletProblem(error)).toEqual({ kind: "rejected", message: "You declined the request in your wallet. Nothing has changed." });
  }
});

it("says that a request is already open, and that a wallet is locked", () => {
  expect(walletProblem({ code: -32_002, message: "Already processing" }).kind).toBe("busy");
  expect(walletProblem({ code: 4100, message: "Unauthorized" }).kind).toBe("locked");
});

it("names missing ETH for the network fee", () => {
  const cause = new InsufficientFundsError();
  const account = { address: "0x0000000000000000000000000000000000000001", type: "json-rpc" } as const;
  expect(walletProblem(new TransactionExecutionError(cause, { account })).kind).toBe("gas");
  expect(walletProblem(new Error("insufficient funds for gas * price + value")).kind).toBe("gas");
});

it("hands on the wallet's own words for everything else, and has words where there are none", () => {
  expect(walletProblem(new Error("The popup was blocked"))).toEqual({ kind: "failed", message: "The popup was blocked" });
  expect(walletProblem(undefined)).toEqual({ kind: "failed", message: "The wallet did not answer" });
});

it("ends on an error that is its own cause", () => {
  const error = new Error("loop");
  error.cause = error;
  expect(walletProblem(error).message).toBe("loop");
});
