import { defineConfig } from "oxlint";

interface Ban {
  group?: string[];
  regex?: string;
  message: string;
  allowTypeImports?: boolean;
}

const drizzle: Ban = {
  group: ["drizzle-orm", "drizzle-orm/*"],
  message: "SQL lives in packages/db and in the feature's *.repo.ts: put the query there and call it.",
};
const viem: Ban = {
  group: ["viem", "viem/*", "wagmi", "wagmi/*"],
  message:
    "Code that talks to the chain lives in packages/chain (in the web app also in features/wallet, features/payments/checkout and features/rent, which sign): put it there and call it.",
};
const demo: Ban = {
  regex: "^@hearth/demo(/|$)",
  message: "The demo is a program, not a library: start apps/demo/src/seed-main.ts.",
};
const relative: Ban = {
  regex: "^(\\.\\./)+((apps|packages)/|[a-z0-9-]+/src/)",
  message: "Import another workspace by its name: @hearth/<package>/<file>.",
};

const wholeDateFns: Ban = {
  regex: "^date-fns$",
  message: 'The index loads three hundred files at every start: import a function by its own file, "date-fns/addMonths".',
};

/** Workspaces that a folder may not import, and where to turn instead. */
function workspaces(names: string[], message: string): Ban {
  return { group: names.flatMap((name) => [`@hearth/${name}`, `@hearth/${name}/*`]), message };
}

function only(...bans: Ban[]): ["error", { patterns: Ban[] }] {
  return ["error", { patterns: [relative, wholeDateFns, demo, ...bans] }];
}

const belowServer = workspaces(
  ["server", "web", "simulator"],
  "Imports point one way: domain <- db, chain <- server. Move what is needed down into this package, or the caller up.",
);
const fromDomain = workspaces(
  ["db", "chain", "server", "web", "simulator"],
  "The domain is pure and imports no other workspace: pass the value in.",
);
const platform: Ban = {
  regex: "^(node:|@?fastify|@trpc/|react)",
  message: "The domain runs in browsers and on the server, so it imports neither: pass the value in.",
};
const fromServer: Ban[] = [
  workspaces(
    ["web", "simulator", "processes", "local-postgres"],
    "The server does not import its clients or the programs that start it: they talk over HTTP.",
  ),
  { regex: "(^|/)testing/", message: "Production code does not import test code: move what both need out of the testing folder." },
];
/** Bans for the packages that start and stop programs: they import nothing of the product. */
const fromStarters = workspaces(
  ["domain", "db", "chain", "exchange", "client", "server", "web", "simulator", "cli"],
  "The packages that start programs do not import the programs: pass the value in.",
);
/** Bans for the programs beside the server: they import the type of its router, never its code. */
const serverTypeOnly: Ban[] = [
  { regex: "^@hearth/server/router$", allowTypeImports: true, message: "Import the router as a type only; its code stays on the server." },
  // Groups with exceptions come last: an exception ends the search.
  {
    group: ["@hearth/server", "@hearth/server/**", "!@hearth/server/router"],
    message: 'Only the router\'s type crosses from the server: `import type { AppRouter } from "@hearth/server/router"`.',
  },
];
const fromClient: Ban[] = [
  workspaces(["db", "chain", "web", "simulator", "cli"], "The typed client knows the router's type and the domain, and nothing else."),
  ...serverTypeOnly,
];
/** The server's features from left to right; those that register people together stand side by side. */
const featureOrder = [
  ["notifications"],
  ["alarms"],
  ["figures"],
  ["payees"],
  ["auth", "businesses"],
  ["wallet"],
  ["exchange"],
  ["rent"],
  ["requests"],
  ["ledger"],
  ["settlement"],
  ["payments"],
  ["autopay"],
  ["records"],
  ["refunds"],
  ["disputes"],
  ["merchant-area"],
  ["account"],
  ["mail"],
  ["admin"],
  ["operations"],
];

/** The rooms of the large features from left to right, with the files that stand among them. */
const roomOrders: Record<string, string[]> = {
  auth: ["rows", "sessions", "passwords", "factors", "sign-in", "email", "profile", "auth.router.ts"],
  rent: ["rows", "charges", "bills", "invitations", "leases", "reminders", "books", "desk", "rent.router.ts"],
  settlement: ["returns", "recording", "counting", "reading", "checking"],
  payments: [
    "rows",
    "relay",
    "onramp",
    "checkout",
    "claims",
    "unmatched",
    "history",
    "payments.service.ts",
    "receipt",
    "payments.router.ts",
  ],
  "merchant-area": ["business", "transactions", "dashboard", "merchant.router.ts"],
  admin: ["rows", "audit", "people", "transactions", "unmatched", "dashboard", "admin.router.ts"],
};

/** Repositories that several features may import, by the feature that contains them. Every feature raises alarms; the ones that follow money use the ledger. */
const shared: Record<string, string[]> = {
  alarms: featureOrder.flat(),
  ledger: ["settlement", "payments", "autopay", "refunds", "disputes"],
};

/** Repositories of these features, from within another feature or from outside of all. */
function repositories(names: string[]): Ban {
  return {
    regex: `^(\\.\\.?/)+(features/)?(${names.join("|")})/(.+/)?[^/]+\\.repo\\.ts$`,
    message: "A repository belongs to its own feature: call that feature's service.",
  };
}

/** Ban for code outside the features: no repository except that of the alarms. */
const fromOutside = repositories(featureOrder.flat().filter((name) => name !== "alarms"));

/** Bans for a feature: the repositories of other features, and every feature to its right. */
function fromFeature(name: string): Ban[] {
  const foreign = featureOrder.flat().filter((other) => other !== name && !shared[other]?.includes(name));
  const right = featureOrder.slice(featureOrder.findIndex((names) => names.includes(name)) + 1).flat();
  const message = "Features import only services to their left: write a row here and let the feature on the right read it.";
  const toTheRight = { regex: `^(\\.\\./)+(features/)?(${right.join("|")})/`, message };
  return [repositories(foreign), ...(right.length === 0 ? [] : [toTheRight])];
}

/** The rules of a feature, of a room or of a file in it; SQL is in its repositories only. */
function inFeatures(path: string, bans: Ban[]) {
  const code = {
    files: [`apps/server/src/features/${path}`],
    rules: { "no-restricted-imports": only(drizzle, viem, ...fromServer, ...bans) },
  };
  if (path.endsWith(".ts")) return [code];
  const folder = `apps/server/src/features/${path}`;
  return [
    { ...code, files: [`${folder}/**`] },
    { files: [`${folder}/**/*.repo.ts`], rules: { "no-restricted-imports": only(viem, ...fromServer, ...bans) } },
  ];
}

const featureOverrides = featureOrder.flatMap((names) => names.flatMap((name) => inFeatures(name, fromFeature(name))));

const roomOverrides = Object.entries(roomOrders).flatMap(([feature, rooms]) =>
  rooms.flatMap((room, place) => {
    const right = rooms.slice(place + 1).map((name) => name.replaceAll(".", String.raw`\.`));
    const toTheRight: Ban = {
      regex: `^(\\./|\\.\\./|(\\.\\./)+${feature}/)(${right.join("|")})(/|$)`,
      message: `The folders of ${feature} import only folders to their left: move what both need to the left, or the caller to the right.`,
    };
    return inFeatures(`${feature}/${room}`, [...fromFeature(feature), ...(right.length === 0 ? [] : [toTheRight])]);
  }),
);

const fromCli: Ban[] = [
  workspaces(["web", "simulator"], "The CLI talks to the server, and to the database where an operator has to."),
  { regex: "^@hearth/server/router$", allowTypeImports: true, message: "Calls go over HTTP: createHearthClient in @hearth/client." },
  {
    group: ["@hearth/server", "@hearth/server/**", "!@hearth/server/router", "!@hearth/server/features/operations/*"],
    message:
      "The CLI imports only features/operations of the server, for work on the database itself; everything else is a call through the client.",
  },
];
const chainForWeb = [
  "addresses",
  "networks",
  "binding",
  "usdc",
  "usdc-abi",
  "usdc-balance",
  "test-wallet",
  "test-payee-cards",
  "siwe",
  "payee-card",
  "record-check",
  "record-keys",
  "record-node",
  "record-typed-data",
  "terms-typed-data",
];
const fromWeb: Ban[] = [
  { regex: "^node:", message: "Pages run in a browser, which has no Node: use the web platform's own API." },
  workspaces(["db", "simulator"], "The web app talks to the server through tRPC (src/lib/trpc.ts)."),
  ...serverTypeOnly,
  {
    group: ["@hearth/chain/*", ...chainForWeb.map((file) => `!@hearth/chain/${file}`)],
    message: `The web app may import only these files of the chain package: ${chainForWeb.join(", ")}. The others run on the server.`,
  },
];
/** Globals of Node that browsers lack. The types cannot refuse them: the type of the router imports types of the server, and those import Node's. */
const nodeGlobals = ["process", "Buffer", "global", "require", "module", "__dirname", "__filename", "setImmediate", "clearImmediate"].map(
  (name) => ({ name, message: "Pages run in a browser, which has no Node: use the web platform's own API." }),
);
/** The web app's nouns from left to right. */
const webFeatureOrder = [
  "wallet-page",
  "auth",
  "notifications",
  "wallet",
  "enrollment",
  "rent",
  "payments",
  "refunds",
  "disputes",
  "unmatched",
  "profile",
  "settings",
];
const webAreas = ["consumer", "merchant", "admin", "public"];

/** Folders of `apps/web/src`, or of one of its rooms, that a file may not import by any relative path. */
function webFolders(names: string[], message: string): Ban {
  return { regex: `^(\\.\\./)+((features|areas)/)?(${names.join("|")})/`, message };
}

const webLayers: { folder: string; bans: Ban[] }[] = [
  {
    folder: "ui",
    bans: [
      webFolders(
        ["lib", "kit", "features", "areas", "routes"],
        "A primitive knows no data: pass it in, or put what knows it into src/kit.",
      ),
    ],
  },
  {
    folder: "lib",
    bans: [
      webFolders(["ui", "kit", "features", "areas", "routes"], "src/lib shows nothing: put what has a look into src/kit or a feature."),
    ],
  },
  {
    folder: "kit",
    bans: [webFolders(["features", "areas", "routes"], "src/kit knows no noun: pass it in, or put it into the noun's feature.")],
  },
  ...webFeatureOrder.map((name, place) => ({
    folder: `features/${name}`,
    bans: [
      webFolders(["areas", "routes"], "Areas compose features, never the other way round: pass it in, or compose it in the area."),
      ...rightOf(webFeatureOrder.slice(place + 1)),
    ],
  })),
  ...webAreas.map((name) => ({
    folder: `areas/${name}`,
    bans: [
      webFolders(["routes"], "Routes compose areas, never the other way round."),
      webFolders(
        webAreas.filter((other) => other !== name),
        "No area knows another: put what they share into a feature, or into src/kit where it knows no noun.",
      ),
    ],
  })),
];

function rightOf(names: string[]): Ban[] {
  return names.length === 0 ? [] : [webFolders(names, "Features import features to their left only: compose the two in an area.")];
}

const webOverrides = webLayers.map(({ folder, bans }) => ({
  files: [`apps/web/src/${folder}/**`],
  rules: { "no-restricted-imports": only(drizzle, viem, ...bans, ...fromWeb) },
}));
/** Folders of the web app that may call the browser's wallet. */
const webWallets = [
  { folder: "features/wallet", files: ["apps/web/src/features/wallet/**"] },
  { folder: "features/payments", files: ["apps/web/src/features/payments/checkout/**"] },
  { folder: "features/rent", files: ["apps/web/src/features/rent/scheduled-payments/**", "apps/web/src/features/rent/sign-terms.tsx"] },
  { folder: "lib", files: ["apps/web/src/lib/wagmi*"] },
].map(({ folder, files }) => ({
  files,
  rules: {
    "no-restricted-imports": only(drizzle, ...webLayers.filter((layer) => layer.folder === folder).flatMap(({ bans }) => bans), ...fromWeb),
  },
}));
const fromWallet = workspaces(
  ["db", "server", "web", "client", "exchange", "simulator", "cli"],
  "The wallet's page keeps keys, so it stays small: it knows the chain and the domain alone.",
);
const simulatorIsOutside = workspaces(
  ["domain", "db", "server", "web"],
  "The simulator stands for the outside world, which knows nothing of Hearth: use @hearth/chain and @hearth/exchange/wire.",
);
const fromSimulator: Ban[] = [
  simulatorIsOutside,
  {
    group: ["@hearth/exchange/*", "!@hearth/exchange/wire"],
    message: "The simulator answers what the real provider answers, by its wire format; the client that asks is Hearth's.",
  },
];

/** The demo tells its story in rows and transactions of its own, so SQL and the chain are its trade; nobody else's queries are. */
const fromDemo: Ban[] = [
  workspaces(["web", "cli", "client", "processes", "local-postgres"], "The demo fills a database and a chain that are there, and ends."),
  { regex: "^@hearth/server/.+\\.repo$", message: "A repository belongs to its own feature: the demo writes its own rows." },
];

export default defineConfig({
  plugins: ["typescript", "import", "unicorn", "oxc", "react", "jsx-a11y", "vitest", "node", "promise"],
  categories: { correctness: "error" },
  ignorePatterns: ["**/dist/**", "**/*.gen.ts", "**/coverage/**", ".data/**"],
  rules: {
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "no-restricted-imports": only(drizzle, viem),
    "node/no-process-env": "error",
    "oxc/no-async-endpoint-handlers": "off", // it is about Express; Fastify waits for its handlers
    "jsx-a11y/no-redundant-roles": "off", // a table drawn as cards loses its roles unless they are named
    "jsx-a11y/no-interactive-element-to-noninteractive-role": "off", // the same
    "jsx-a11y/prefer-tag-over-role": "off", // the suggested elements often do not fit (`output` for a status line)
    "jsx-a11y/anchor-has-content": "off", // the router's links bring their text as a property
    "jsx-a11y/no-noninteractive-tabindex": ["error", { roles: ["img", "tabpanel"] }], // a bar of a chart tells its value on focus
    "jsx-a11y/no-autofocus": "off", // the one field of a page may have the focus
    "react/purity": "off", // for the React compiler, which is not used; so are the next two
    "react/refs": "off",
    "react/set-state-in-effect": "off",
    "typescript/no-redundant-type-constituents": "off", // `string & keyof T` narrows, which it does not see
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/unbound-method": "off", // the parts are objects of functions, which need no `this`
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": ["error", { checksVoidReturn: false }],
    "typescript/no-unnecessary-condition": "error",
    "typescript/no-unsafe-type-assertion": "error",
    "typescript/no-misused-spread": "off", // spreading text into code points is meant
    "vitest/expect-expect": "off", // fast-check's properties assert by throwing
    "vitest/no-conditional-expect": "off",
    "vitest/no-standalone-expect": "off",
    "vitest/require-to-throw-message": "off",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "vitest/no-disabled-tests": "error",
    "vitest/no-focused-tests": "error",
  },
  overrides: [
    { files: ["packages/domain/**"], rules: { "no-restricted-imports": only(drizzle, viem, fromDomain, platform) } },
    {
      files: ["packages/db/**"],
      rules: { "no-restricted-imports": only(viem, belowServer, workspaces(["chain"], "The database knows no chain.")) },
    },
    {
      files: ["packages/chain/**"],
      rules: { "no-restricted-imports": only(drizzle, belowServer, workspaces(["db"], "The chain knows no database.")) },
    },
    {
      files: ["packages/exchange/**"],
      rules: {
        "no-restricted-imports": only(drizzle, viem, belowServer, workspaces(["domain", "db", "chain"], "The provider is its own world.")),
      },
    },
    {
      files: ["packages/processes/**"],
      rules: { "no-restricted-imports": only(drizzle, viem, fromStarters, workspaces(["local-postgres"], "It stands on this package.")) },
    },
    { files: ["packages/local-postgres/**"], rules: { "no-restricted-imports": only(drizzle, viem, fromStarters) } },
    { files: ["packages/client/**"], rules: { "no-restricted-imports": only(drizzle, viem, ...fromClient) } },
    { files: ["apps/cli/**"], rules: { "no-restricted-imports": only(drizzle, viem, ...fromCli) } },
    { files: ["apps/server/**"], rules: { "no-restricted-imports": only(drizzle, viem, ...fromServer, fromOutside) } },
    { files: ["apps/server/**/*.repo.ts"], rules: { "no-restricted-imports": only(viem, ...fromServer, fromOutside) } },
    ...featureOverrides,
    ...roomOverrides,
    { files: ["apps/web/**"], rules: { "react/rules-of-hooks": "error", "react/exhaustive-deps": "error" } },
    {
      files: ["apps/web/**"],
      excludeFiles: ["apps/web/build/**"], // runs in the bundler
      rules: {
        "no-restricted-imports": only(drizzle, viem, ...fromWeb),
        "import/no-cycle": ["error", { ignoreTypes: false }], // an answer's type comes from lib/trpc, not from the page above
      },
    },
    {
      // The journeys say what they do in a page, so the types know a browser's names: who runs on Node may not say one.
      files: ["**/*.ts", "**/*.mjs"],
      excludeFiles: ["apps/web/src/**", "apps/wallet/src/**", "apps/e2e/src/**", "apps/e2e/screens/**"],
      env: { node: true, es2024: true, builtin: true },
      rules: { "no-undef": "error" },
    },
    { files: ["apps/web/src/**"], rules: { "no-restricted-globals": ["error", ...nodeGlobals] } },
    ...webOverrides,
    ...webWallets,
    { files: ["apps/wallet/**"], rules: { "no-restricted-imports": only(drizzle, fromWallet) } },
    { files: ["apps/simulator/**"], rules: { "no-restricted-imports": only(drizzle, ...fromSimulator) } },
    { files: ["apps/demo/**"], rules: { "no-restricted-imports": only(...fromDemo) } },
    { files: ["apps/e2e/**"], rules: { "no-restricted-imports": only(drizzle) } },
    // Tests look behind the doors: the server's at rows and at the chain, the CLI's at rows, the simulator's from the real client.
    { files: ["apps/server/src/testing/**", "apps/server/**/*.test.ts"], rules: { "no-restricted-imports": only() } },
    { files: ["apps/cli/**/*.test.ts"], rules: { "no-restricted-imports": only(viem) } },
    {
      files: ["apps/simulator/src/testing/**", "apps/simulator/**/*.test.ts"],
      rules: { "no-restricted-imports": only(drizzle, simulatorIsOutside) },
    },
    {
      files: ["apps/server/src/testing/**", "apps/simulator/src/testing/**", "**/*.test.ts", "**/*.test.tsx", "apps/e2e/**"],
      rules: { "typescript/require-array-sort-compare": "off" },
    },
    {
      // Tables with foreign keys to each other form two cycles: payments, transfers, refunds, disputes and top-ups; merchants and users. Drizzle calls the
      // functions in `references(() => ...)` only after all tables are loaded, so the cycles are harmless.
      files: ["packages/db/src/schema/**"],
      rules: { "import/no-cycle": "off" },
    },
    // Scripts stand above all workspaces and reach into them by path.
    { files: ["scripts/**"], rules: { "no-restricted-imports": ["error", { patterns: [wholeDateFns, demo, drizzle, viem] }] } },
    {
      files: ["**/*.config.ts", "apps/e2e/src/system.ts", "scripts/checks/file-times.ts"],
      rules: { "import/no-default-export": "off" },
    },
    {
      files: [
        "apps/server/src/env.ts",
        "apps/cli/src/settings.ts",
        "apps/simulator/src/main.ts",
        "apps/server/src/testing/**",
        "packages/db/src/testing/**",
        "**/*.test.ts",
        "scripts/**",
        "apps/e2e/**",
        "**/*.config.ts",
      ],
      rules: { "node/no-process-env": "off" },
    },
  ],
});
