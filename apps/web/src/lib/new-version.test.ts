import { expect, it, vi } from "vitest";
import { createNewVersion } from "./new-version.ts";

const answer = (build?: string) => ({ headers: new Headers(build === undefined ? {} : { "hearth-build": build }) });

it("is ready once an answer comes from another build, and stays so", () => {
  const version = createNewVersion(() => "one");
  const notified = vi.fn<() => void>();
  version.subscribe(notified);
  version.notice(answer());
  version.notice(answer("one"));
  expect(version.isReady()).toBe(false);
  version.notice(answer("two"));
  version.notice(answer("one"));
  expect(version.isReady()).toBe(true);
  expect(notified).toHaveBeenCalledOnce();
});

it("is never ready in a page without a build", () => {
  const version = createNewVersion(() => "");
  version.notice(answer("two"));
  expect(version.isReady()).toBe(false);
});

it("asks the server when a file did not come, and survives that it does not answer", async () => {
  const send = vi.fn<typeof fetch>();
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  send.mockResolvedValueOnce(new Response(null, { headers: { "hearth-build": "two" } }));
  vi.stubGlobal("fetch", send);
  const version = createNewVersion(() => "one");
  version.check();
  version.check();
  await vi.waitFor(() => expect(version.isReady()).toBe(true));
  version.check();
  expect(send).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
