import type { Defect } from "./defect.ts";

const web = "apps/web/src";
const server = "apps/server/src";
const slots = `${web}/lib/stream-slots.test.ts`;
const news = `${web}/lib/news.browser.test.tsx`;
const bars = `${web}/kit/shell/page-bars.browser.test.tsx`;

/** Windows of one browser that hold each other up, or that show something untrue about the network and the version. */
export const windows: Defect[] = [
  {
    name: "opens a stream for every window of a browser",
    file: `${web}/lib/stream-slots.ts`,
    find: "locks === undefined ? link :",
    plant: "locks !== null ? link :",
    test: slots,
  },
  {
    name: "never gives a stream's place to a window that waits",
    file: `${web}/lib/stream-slots.ts`,
    find: "isDue && resolve(true)",
    plant: "isDue && resolve",
    test: slots,
  },
  {
    name: "gives a stream's place up although no window waits",
    file: `${web}/lib/stream-slots.ts`,
    find: "return pending.some((request) => request.name === name);",
    plant: "return pending.length > -1;",
    test: slots,
  },
  {
    name: "ends a window's stream for good at the end of its turn",
    file: `${web}/lib/stream-slots.ts`,
    find: "complete: () => isOver || observer.complete(),",
    plant: "complete: () => observer.complete(),",
    test: slots,
  },
  {
    name: "keeps the stream of a hidden page open",
    file: `${web}/lib/news.ts`,
    find: " && focusManager.isFocused();",
    plant: ";",
    test: news,
  },
  {
    name: "opens a stream for each part of a page",
    file: `${web}/lib/news.ts`,
    find: "const wanted = new Set(Array.from(followers, ({ subject }) => subject));",
    plant: "const wanted = new Set(Array.from(followers, ({ subject }) => subject).slice(-1));",
    test: news,
  },
  {
    name: "forgets the last event for a part of the page that follows later",
    file: `${web}/lib/news.ts`,
    find: "latest.set(subject, news);",
    plant: "",
    test: news,
  },
  {
    name: "lets the events of one entity hold up the others of a stream",
    file: `${server}/events/follow.ts`,
    find: "waits.delete(stream);",
    plant: "",
    test: `${server}/events/follow.int.test.ts`,
  },
  {
    name: "follows a business for an account that has none",
    file: `${server}/features/account/news.service.ts`,
    find: 'admit("merchant", ctx);',
    plant: "",
    test: `${server}/features/account/news.int.test.ts`,
  },
  {
    name: "says offline that nothing was paid although a write has no answer",
    file: `${web}/kit/shell/page-bars.tsx`,
    find: 'state === "unpaid" && !hasUnanswered',
    plant: 'state === "unpaid"',
    test: bars,
  },
  {
    name: "shows old answers after the network is back",
    file: `${web}/kit/shell/page-bars.tsx`,
    find: "if (navigator.onLine) void loadAnew();",
    plant: "",
    test: bars,
  },
  {
    name: "offers to reload while a write is under way",
    file: `${web}/kit/shell/page-bars.tsx`,
    find: "!isReady || isWriting ||",
    plant: "!isReady ||",
    test: bars,
  },
  {
    name: "takes the same build for a new version",
    file: `${web}/lib/new-version.ts`,
    find: " || served === own",
    plant: "",
    test: `${web}/lib/new-version.test.ts`,
  },
  {
    name: "replaces the filter before in the history",
    file: `${web}/kit/list/filter-step.ts`,
    find: 'name === "transaction" || (name === "search" && isTyping)',
    plant: "name.length > 0",
    test: `${web}/kit/list/filter-step.test.ts`,
  },
  {
    name: "forbids the script that gives a page its theme",
    file: `${server}/plugins/web-files.ts`,
    find: '"script-src": hashInline(html, "script"), ',
    plant: "",
    test: `${server}/plugins/web-files.int.test.ts`,
  },
  {
    name: "forbids the styles that a page is painted with first",
    file: `${server}/plugins/web-files.ts`,
    find: ', "style-src": hashInline(html, "style")',
    plant: "",
    test: `${server}/plugins/web-files.int.test.ts`,
  },
  {
    name: "requests the first style sheet again beside the styles in the page",
    file: "apps/web/build/first-paint.ts",
    find: '"<link disabled "',
    plant: '"<link "',
    test: "apps/web/build/first-paint.test.ts",
  },
  {
    name: "lets the app's scripts compete with the style sheet",
    file: "apps/web/build/first-paint.ts",
    find: `'<script type="module" fetchpriority="low" '`,
    plant: `'<script type="module" '`,
    test: "apps/web/build/first-paint.test.ts",
  },
  {
    name: "lets preloaded files compete with the style sheet",
    file: `${server}/plugins/page-preloads.ts`,
    find: '<link rel="modulepreload" fetchpriority="low"',
    plant: '<link rel="modulepreload"',
    test: `${server}/plugins/page-preloads.test.ts`,
  },
  {
    name: "compiles each function of the first files at its first call",
    file: "apps/web/build/compile-hint.ts",
    find: "names.has(name) ?",
    plant: 'name === "hinted" ?',
    test: "apps/web/build/compile-hint.test.ts",
  },
  {
    name: "requests all files of a part in one task",
    file: "apps/web/build/preload-loader.ts",
    find: "index >> 3",
    plant: "index >> 9",
    test: "apps/web/build/preload-loader.test.ts",
  },
  {
    name: "draws the lines of a band of which only the outline is shown",
    file: "packages/domain/src/engraving/band.ts",
    find: 'lines: Drawing["lines"] | null = null;',
    plant: 'lines: Drawing["lines"] | null = woven(18, waves, 1, envelope) === "" ? [] : null;',
    test: "packages/domain/src/engraving/engraving.test.ts",
  },
  {
    name: "hides a connected wallet until the linked ones are known",
    file: "apps/web/src/features/payments/checkout/wallet-panel.tsx",
    find: "if (wallet && isConnected) return",
    plant: "if (wallet && !isPreparing) return",
    test: "apps/web/src/features/payments/checkout/checkout-size.browser.test.tsx",
  },
];
