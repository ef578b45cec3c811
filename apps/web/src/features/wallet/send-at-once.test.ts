import { expect, it } from "vitest";
import { sendAtOnce } from "./send-at-once.ts";

it("opens the wallet once for a refund that was just started here, and for no other", () => {
  sendAtOnce.ask("rfd_1", 1_000);
  expect(sendAtOnce.take("rfd_2", 1_000)).toBe(false);
  expect(sendAtOnce.take("rfd_1", 61_000)).toBe(true);
  expect(sendAtOnce.take("rfd_1", 61_000)).toBe(false);
});

it("opens no wallet long after the press", () => {
  sendAtOnce.ask("rfd_1", 1_000);
  expect(sendAtOnce.take("rfd_1", 121_001)).toBe(false);
});
