import { expect, it } from "vitest";
import { createStreamLimits } from "./stream-limits.ts";

it("open streams are counted by account and by address, and one that ends makes room", () => {
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
