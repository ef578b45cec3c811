import { findBrowser } from "./checks/browser.ts";
import { runNode } from "./checks/run.ts";

/** Takes the pictures of the contact sheet (`apps/e2e/screens/take.ts`) in the browser of the tests. */
async function main(words: string[]): Promise<number> {
  const browser = await findBrowser();
  if ("sentence" in browser) {
    process.stderr.write(`${browser.sentence}\n`);
    return 1;
  }
  const env = { ...process.env, CHROME_PATH: browser.path };
  const { code } = await runNode("apps/e2e/screens/take.ts", words, { live: true, env });
  return code;
}

process.exitCode = await main(process.argv.slice(2));
