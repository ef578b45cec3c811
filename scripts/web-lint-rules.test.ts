import { expect, test } from "vitest";
import { foldersWithoutPlace, type LintCases, testLintCases } from "./lint-cases.ts";

const src = "apps/web/src";

const knowsNoData = "A primitive knows no data";
const knowsNoNoun = "src/kit knows no noun";
const showsNothing = "src/lib shows nothing";
const leftOnly = "Features import features to their left only";
const composes = "Areas compose features, never the other way round";
const knowsNoArea = "No area knows another";
const noRoute = "Routes compose areas, never the other way round";
const ownsTheChain = "Code that talks to the chain lives in packages/chain";
const noNode = "Pages run in a browser, which has no Node";

const refused: LintCases["refused"] = [
  { file: `${src}/ui/refused.tsx`, imports: "../lib/trpc.ts", says: knowsNoData },
  { file: `${src}/ui/refused.tsx`, imports: "../kit/cents.ts", says: knowsNoData },
  { file: `${src}/ui/refused.tsx`, imports: "../features/auth/guards.ts", says: knowsNoData },
  { file: `${src}/ui/refused.tsx`, imports: "../areas/admin/live.ts", says: knowsNoData },
  { file: `${src}/ui/refused.tsx`, imports: "../routes/index.tsx", says: knowsNoData },
  { file: `${src}/lib/refused.ts`, imports: "../ui/button.tsx", says: showsNothing },
  { file: `${src}/lib/wagmi-refused.ts`, imports: "../kit/form/form.tsx", says: showsNothing },
  { file: `${src}/lib/refused.ts`, imports: "../features/auth/guards.ts", says: showsNothing },
  { file: `${src}/kit/list/refused.tsx`, imports: "../../features/payments/use-network.ts", says: knowsNoNoun },
  { file: `${src}/kit/refused.tsx`, imports: "../areas/merchant/live.ts", says: knowsNoNoun },
  { file: `${src}/kit/refused.tsx`, imports: "../routes/index.tsx", says: knowsNoNoun },
  { file: `${src}/features/auth/refused.ts`, imports: "../payments/use-network.ts", says: leftOnly },
  { file: `${src}/features/wallet/refused.ts`, imports: "../payments/use-network.ts", says: leftOnly },
  { file: `${src}/features/payments/checkout/refused.ts`, imports: "../../disputes/use-disputes.ts", says: leftOnly },
  { file: `${src}/features/payments/setup/refused.ts`, imports: "../../../features/unmatched/area.ts", says: leftOnly },
  { file: `${src}/features/settings/refused.ts`, imports: "../../areas/merchant/live.ts", says: composes },
  { file: `${src}/features/wallet/setup/refused.ts`, imports: "../../../routes/index.tsx", says: composes },
  { file: `${src}/areas/admin/disputes/refused.ts`, imports: "../../merchant/live.ts", says: knowsNoArea },
  { file: `${src}/areas/public/refused.ts`, imports: "../../areas/consumer/shell/public-shell.tsx", says: knowsNoArea },
  { file: `${src}/areas/merchant/refused.ts`, imports: "../../routes/index.tsx", says: noRoute },
  { file: `${src}/areas/merchant/refused.ts`, imports: "viem", says: ownsTheChain },
  { file: `${src}/features/payments/receipt/refused.ts`, imports: "wagmi", says: ownsTheChain },
  { file: `${src}/lib/refused.ts`, imports: "viem", says: ownsTheChain },
  { file: `${src}/features/payments/checkout/refused.ts`, imports: "node:crypto", says: noNode },
  { file: `${src}/ui/refused.tsx`, imports: "@hearth/db/client", says: "The web app talks to the server through tRPC" },
];

const admitted: LintCases["admitted"] = [
  { file: `${src}/kit/list/admitted.tsx`, imports: "../../ui/button.tsx" },
  { file: `${src}/kit/admitted.tsx`, imports: "../lib/trpc.ts" },
  { file: `${src}/features/settings/admitted.ts`, imports: "../auth/actions.ts" },
  { file: `${src}/features/payments/checkout/admitted.ts`, imports: "../funding/onramp-window.ts" },
  { file: `${src}/features/payments/checkout/admitted.ts`, imports: "viem" },
  { file: `${src}/features/wallet/admitted.ts`, imports: "wagmi" },
  { file: `${src}/lib/wagmi-admitted.ts`, imports: "viem" },
  { file: `${src}/areas/admin/disputes/admitted.ts`, imports: "../../../features/disputes/conversation.tsx" },
  { file: `${src}/routes/admin/admitted.tsx`, imports: "../../areas/admin/users/users.tsx" },
];

const nodeFile = `${src}/lib/node.ts`;
const nodeNames = ["process", "Buffer", "global", "setImmediate"];
/** A page and its part that import only types of each other. */
const circle = [`${src}/areas/admin/page.ts`, `${src}/areas/admin/part.ts`] as const;

const about = testLintCases({ refused, admitted, circle, others: { [nodeFile]: `export const names = [${nodeNames.join(", ")}];` } });

test.each(nodeNames)("a page may not use Node's %s", (name) => {
  expect(about(nodeFile).filter(({ message }) => message.includes(`'${name}'`))).toEqual([
    expect.objectContaining({ message: expect.stringContaining(noNode) }),
  ]);
});

test("every folder of the web app's features and areas has a place in the order of imports", async () => {
  expect(await foldersWithoutPlace(`${src}/features`, `${src}/areas`)).toEqual([]);
});
