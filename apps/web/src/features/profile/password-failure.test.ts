import { type ErrorCode, errorStatus } from "@hearth/domain/errors";
import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { passwordFailure } from "./password-failure.ts";

/** Builds an error as it arrives from the server. */
function answered(code: ErrorCode, message: string): TRPCClientError<never> {
  return TRPCClientError.from({ error: { message, code: -32600, data: { code, httpStatus: errorStatus(code) } } });
}

it("says so if the server did not answer", () => {
  expect(passwordFailure(new TypeError("Failed to fetch"))).toEqual({ title: "Error updating password" });
});

it("shows the server's message if it has one", () => {
  const failure = passwordFailure(answered("RATE_LIMITED", "Too many attempts. Please wait a moment and try again."));
  expect(failure).toEqual({ title: "Failed to update password", detail: "Too many attempts. Please wait a moment and try again." });
});

it("shows the general message if the server's is not meant for users", () => {
  expect(passwordFailure(answered("INTERNAL", "boom"))).toEqual({ title: "Failed to change password" });
});
