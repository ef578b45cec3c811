import { InsufficientFundsError, SwitchChainError, TransactionExecutionError, UserRejectedRequestError } from "viem";
import { expect, it } from "vitest";
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
