import { defineConfig } from "vitest/config";

/** All tests, as an editor shows them; a step of `npm test` reads the one config that it needs. */
export default defineConfig({
  test: { projects: ["vitest.unit.config.ts", "vitest.integration.config.ts", "apps/web/vitest.config.ts"] },
});
