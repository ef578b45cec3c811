import type { AppRouter } from "@hearth/server/router";
import { createTRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { expect, it, vi } from "vitest";
import { LinkNotLoaded, loadedLink } from "./loaded-link.ts";

const answering: TRPCLink<AppRouter> = () => () =>
  observable((observer) => {
    observer.next({ result: { data: "here" } });
    observer.complete();
  });

it("loads the code once, with the first call", async () => {
  const load = vi.fn<() => Promise<TRPCLink<AppRouter>>>(async () => answering);
  const client = createTRPCClient<AppRouter>({ links: [loadedLink(load)] });
  expect(load).not.toHaveBeenCalled();
  expect(await client.auth.me.query()).toBe("here");
  expect(await client.auth.me.query()).toBe("here");
  expect(load).toHaveBeenCalledOnce();
});

it("reports that loading failed, and retries with the next call", async () => {
  const load = vi.fn<() => Promise<TRPCLink<AppRouter>>>(async () => answering).mockRejectedValueOnce(new TypeError("away"));
  const client = createTRPCClient<AppRouter>({ links: [loadedLink(load)] });
  const failure = await client.auth.me.query().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TRPCClientError);
  expect(failure).toMatchObject({ cause: expect.any(LinkNotLoaded) });
  expect(await client.auth.me.query()).toBe("here");
});

it("starts nothing for a caller who unsubscribed before the code was loaded", async () => {
  const begun = vi.fn<() => void>();
  const link: TRPCLink<AppRouter> = () => () => observable(() => begun());
  const loaded = Promise.withResolvers<TRPCLink<AppRouter>>();
  const client = createTRPCClient<AppRouter>({ links: [loadedLink(() => loaded.promise)] });
  client.account.watch.subscribe({}, {}).unsubscribe();
  loaded.resolve(link);
  await loaded.promise;
  await Promise.resolve();
  expect(begun).not.toHaveBeenCalled();
});
