import { findBrowser } from "./checks/browser.ts";
import { runNode } from "./checks/run.ts";

/**
 * Takes the screenshots of `apps/e2e/screens/take.ts` in the browser that the tests use. With `--social-card`, takes only the picture that link
 * previews show (`apps/e2e/screens/social-card.ts`).
 */
async function main(args: string[]): Promise<number> {
  const browser = await findBrowser();
  if ("sentence" in browser) {
    process.stderr.write(`${browser.sentence}\n`);
    return 1;
  }
  const env = { ...process.env, CHROME_PATH: browser.path };
  const isCard = args[0] === "--social-card";
  const { code } = await runNode(`apps/e2e/screens/${isCard ? "social-card" : "take"}.ts`, isCard ? [] : args, { live: true, env });
  return code;
}

process.exitCode = await main(process.argv.slice(2));
