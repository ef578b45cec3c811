import { expect, test } from "vitest";
import { nearby } from "./change.ts";

const testFile = (path: string, text = "") => ({ path, text });
const wallet = testFile("apps/server/src/features/wallet/wallet.int.test.ts", 'from "./wallet.service.ts";');
const cli = testFile("apps/cli/src/hearth.int.test.ts", 'from "@hearth/server/features/wallet/wallet.service";');
const auth = testFile("apps/server/src/features/auth/auth.int.test.ts", 'from "../other/wallet.service.ts";');

test("a change reaches the tests that it is in, that lie beside it, and that name its file, and no other", () => {
  const all = [wallet, cli, auth];
  expect(nearby(all, ["apps/server/src/features/wallet/wallet.service.ts"])).toEqual([wallet.path, cli.path]);
  expect(nearby(all, [auth.path])).toEqual([auth.path]);
  expect(nearby(all, ["apps/web/src/main.tsx"])).toEqual([]);
});
