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

it("is loaded once, with the first call", async () => {
  const load = vi.fn<() => Promise<TRPCLink<AppRouter>>>(async () => answering);
  const client = createTRPCClient<AppRouter>({ links: [loadedLink(load)] });
  expect(load).not.toHaveBeenCalled();
  expect(await client.auth.me.query()).toBe("here");
  expect(await client.auth.me.query()).toBe("here");
  expect(load).toHaveBeenCalledOnce();
});

it("says that it could not be loaded, and is tried again by the next call", async () => {
  const load = vi.fn<() => Promise<TRPCLink<AppRouter>>>(async () => answering).mockRejectedValueOnce(new TypeError("away"));
  const client = createTRPCClient<AppRouter>({ links: [loadedLink(load)] });
  const failure = await client.auth.me.query().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TRPCClientError);
  expect(failure).toMatchObject({ cause: expect.any(LinkNotLoaded) });
  expect(await client.auth.me.query()).toBe("here");
});

it("begins nothing for who has left before it was loaded", async () => {
  const begun = vi.fn<() => void>();
  const link: TRPCLink<AppRouter> = () => () => observable(() => begun());
  const loaded = Promise.withResolvers<TRPCLink<AppRouter>>();
  const client = createTRPCClient<AppRouter>({ links: [loadedLink(() => loaded.promise)] });
  client.merchant.watch.subscribe({}, {}).unsubscribe();
  loaded.resolve(link);
  await loaded.promise;
  await Promise.resolve();
  expect(begun).not.toHaveBeenCalled();
});
