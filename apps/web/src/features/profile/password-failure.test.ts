import { type ErrorCode, errorStatus } from "@hearth/domain/errors";
import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { passwordFailure } from "./password-failure.ts";

/** A failure as it arrives from the server. */
function answered(code: ErrorCode, message: string): TRPCClientError<never> {
  return TRPCClientError.from({ error: { message, code: -32600, data: { code, httpStatus: errorStatus(code) } } });
}

it("says so when no answer came", () => {
  expect(passwordFailure(new TypeError("Failed to fetch"))).toEqual({ title: "Error updating password" });
});

it("shows the server's own sentence where it has one", () => {
  const failure = passwordFailure(answered("RATE_LIMITED", "Too many attempts. Please wait a moment and try again."));
  expect(failure).toEqual({ title: "Failed to update password", detail: "Too many attempts. Please wait a moment and try again." });
});

it("keeps to the general sentence where the server has none to show", () => {
  expect(passwordFailure(answered("INTERNAL", "boom"))).toEqual({ title: "Failed to change password" });
});
