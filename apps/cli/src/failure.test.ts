import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { exitCodes } from "./exit-codes.ts";
import { explainFailure } from "./failure.ts";

it("says how to sign in again where a command needs a recent sign-in", () => {
  const data = { code: "STEP_UP_REQUIRED", httpStatus: 403 };
  const error = new TRPCClientError("Please confirm that it is you", { result: { error: { code: -32603, message: "", data } } });
  expect(explainFailure(error, "http://localhost:5000")).toEqual({
    code: "STEP_UP_REQUIRED",
    message: expect.stringContaining("hearth login"),
    exitCode: exitCodes.notSignedIn,
  });
});
