import { expect, test } from "vitest";
import { onrampState } from "./status.ts";

test.each([
  ["ONRAMP_TRANSACTION_STATUS_SUCCESS", "succeeded"],
  ["ONRAMP_TRANSACTION_STATUS_FAILED", "failed"],
  ["ONRAMP_TRANSACTION_STATUS_IN_PROGRESS", "pending"],
  ["ONRAMP_TRANSACTION_STATUS_SETTLED_ON_THE_MOON", "pending"],
  ["toString", "pending"],
  ["", "pending"],
])("the provider's status %j means %s", (status, state) => expect(onrampState(status)).toBe(state));
