import type { KnipConfig } from "knip";

const fonts = /^@fontsource/; // read as files, not imported

const artifacts = /^@(safe-global\/safe-|account-abstraction\/)contracts$/; // compiled contracts are read as files

/** Knip reports dependencies that nothing imports and imports without a dependency. The exceptions below are used without an import. */
const config: KnipConfig = {
  include: ["dependencies", "unlisted", "binaries", "unresolved", "catalog"],
  workspaces: {
    ".": { entry: ["scripts/**/*.{ts,mjs}", "*.config.ts"], ignoreDependencies: ["@hearth/cli", "oxfmt"] }, // started by path; `npx hearth`
    "apps/cli": { entry: ["src/**/*.ts"] },
    "apps/demo": { entry: ["src/**/*.ts"] },
    "apps/e2e": { entry: ["{src,bench,screens,drill}/**/*.ts"], ignoreDependencies: ["pg"] }, // Sequelize loads it
    "apps/server": { entry: ["src/**/*.ts"], ignoreDependencies: [fonts] },
    "apps/simulator": {
      entry: ["src/**/*.ts"],
      ignoreDependencies: [fonts, "@foundry-rs/anvil", artifacts], // anvil is started as a program
    },
    "apps/web": {
      entry: ["src/**/*.{ts,tsx}"],
      ignoreDependencies: [fonts, "@base-org/account"], // wagmi loads the account
    },
    "apps/wallet": { entry: ["src/**/*.ts"] },
    "packages/*": { entry: ["src/**/*.ts"] },
  },
};
export default config;
