import { expect, test } from "vitest";
import { nearby, reachedOnScreen } from "./change.ts";

const testFile = (path: string, text = "") => ({ path, text });
const wallet = testFile("apps/server/src/features/wallet/wallet.int.test.ts", 'from "./wallet.service.ts";');
const cli = testFile("apps/cli/src/hearth.int.test.ts", 'from "@hearth/server/features/wallet/wallet.service";');
const auth = testFile("apps/server/src/features/auth/sign-in/auth.int.test.ts", 'from "../other/wallet.service.ts";');

test("a change selects the tests that it changes, that are in its folder, and that name its file, and no others", () => {
  const all = [wallet, cli, auth];
  expect(nearby(all, ["apps/server/src/features/wallet/wallet.service.ts"])).toEqual([wallet.path, cli.path]);
  expect(nearby(all, [auth.path])).toEqual([auth.path]);
  expect(nearby(all, ["apps/web/src/main.tsx"])).toEqual([]);
});

test("a change of the pages selects the tests of its importers, but not those of every page through the routes", () => {
  const sources = [
    testFile(
      "apps/web/src/features/refunds/refund-card.tsx",
      'import { Money } from "../../ui/money.tsx";\nimport { owed } from "@hearth/domain/refunds/owed";',
    ),
    testFile(
      "apps/web/src/areas/merchant/refunds/refund-page.tsx",
      'import { RefundCard } from "../../../features/refunds/refund-card.tsx";',
    ),
    testFile("apps/web/src/areas/admin/admin-page.tsx", 'import "../../router.tsx";'),
    testFile("apps/web/src/routes/refunds.tsx", 'const page = () => import("../areas/merchant/refunds/refund-page.tsx");'),
    testFile("apps/web/src/router.tsx", 'import "./routes/refunds.tsx";'),
    testFile("apps/web/src/features/refunds/refund-card.browser.test.tsx", 'import { RefundCard } from "./refund-card.tsx";'),
    testFile("apps/web/src/areas/merchant/merchant-lists.browser.test.tsx", 'openPage("/merchant/refunds");'),
    testFile("apps/web/src/areas/admin/admin-lists.browser.test.tsx", 'openPage("/admin");'),
  ];
  const [card, merchant, admin] = sources.slice(-3).map(({ path }) => path);
  expect(reachedOnScreen(sources, ["apps/web/src/features/refunds/refund-card.tsx"])).toEqual([card, merchant]);
  expect(reachedOnScreen(sources, ["packages/domain/src/refunds/owed.ts"])).toEqual([card, merchant]);
  expect(reachedOnScreen(sources, ["apps/web/src/areas/admin/admin-page.tsx"])).toEqual([admin]);
  expect(reachedOnScreen(sources, ["apps/server/src/main.ts"])).toEqual([]);
});
