import { expect, it } from "vitest";
import { createStreamLimits } from "./stream-limits.ts";

it("counts open streams by account and by address, and a closed one frees its place", () => {
  const streams = createStreamLimits({ account: 2, address: 1 });
  streams.enter({ account: "ada" });
  const leave = streams.enter({ account: "ada" });
  expect(() => streams.enter({ account: "ada" })).toThrow("Too many");
  streams.enter({ account: "ben" });
  streams.enter({ address: "ada" });
  expect(() => streams.enter({ address: "ada" })).toThrow("Too many");
  leave();
  streams.enter({ account: "ada" });
  expect(() => streams.enter({ account: "ada" })).toThrow("Too many");
});
