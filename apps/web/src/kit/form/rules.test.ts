import { loginInput } from "@hearth/domain/auth/inputs";
import { expect, it, vi } from "vitest";
import { lazySchema, loadSchema } from "./rules.ts";

const login = { email: "Maya@hearth.test", password: "x" };

it("are loaded once, and then are the schema itself", async () => {
  const load = vi.fn<() => Promise<typeof loginInput>>(async () => loginInput);
  const rules = lazySchema(load);
  await loadSchema(rules);
  expect(loadSchema(rules)).toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
  expect(rules["~standard"].validate(login)).toEqual({ value: loginInput.parse(login) });
  expect(rules["~standard"]).toBe(loginInput["~standard"]);
});

it("are loaded again after a network error", async () => {
  const load = vi.fn<() => Promise<typeof loginInput>>(async () => loginInput);
  load.mockRejectedValueOnce(new Error("offline"));
  const rules = lazySchema(load);
  await expect(loadSchema(rules)).rejects.toThrow("offline");
  expect(() => rules["~standard"]).toThrow("before its schema was loaded");
  await loadSchema(rules);
  expect(rules.isHere()).toBe(true);
});

it("need no loading if a form has its schema", () => {
  expect(loadSchema(loginInput)).toBeNull();
});
