import { test as base, expect, type Page } from "@playwright/test";

export { expect };

/** The password of every account of the demo. */
export const demoPassword = "hearth-demo-2026";

/** The tag of a journey for both screens: where the code differs, or the whole flow matters. All others run on the desktop. */
export const bothScreens = { tag: "@both" };

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by the system's start`);
  return value;
}

/** The running product, as started by the global setup. */
export const system = {
  get url() {
    return fromEnvironment("HEARTH_URL");
  },
  get simulatorUrl() {
    return fromEnvironment("HEARTH_SIMULATOR_URL");
  },
  get chainUrl() {
    return fromEnvironment("HEARTH_CHAIN_URL");
  },
  /** The server's environment, for starting another one on the same database. */
  get serverEnv(): Record<string, string> {
    return JSON.parse(fromEnvironment("HEARTH_SERVER_ENV"));
  },
};

/** Console messages that are allowed. Any other message fails the journey. */
const expected = [
  /Failed to load resource: the server responded with a status of 4\d\d/, // Chromium itself, for error answers that the screens show
  /^Service Worker registration blocked by Playwright$/, // on the desktop, which has no service worker
];

/** A browser in which an unexpected console message or exception fails the journey. */
export const test = base.extend<{ allowConsole: RegExp[] }>({
  allowConsole: [[], { option: true }],
  context: async ({ context, allowConsole }, use) => {
    const problems: string[] = [];
    const isExpected = (text: string) => [...expected, ...allowConsole].some((pattern) => pattern.test(text));
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !isExpected(message.text())) problems.push(message.text());
    });
    context.on("weberror", ({ error }) => problems.push(error().message));
    await use(context);
    expect(problems, "no unexpected console messages").toEqual([]);
  },
});

let made = 0;

/** Creates a new, unique person. */
export function newPerson(): { firstName: string; lastName: string; email: string; password: string } {
  made += 1;
  const email = `tenant.${process.pid}.${Date.now().toString(36)}.${made}@example.com`;
  return { firstName: "Noor", lastName: "Haddad", email, password: "a quiet hearth" };
}

/** Returns an amount with these dollars and time-based cents, so that no other journey uses it now. */
export function ownAmount(dollars: number): string {
  return `${dollars}.${10 + (Date.now() % 90)}`;
}

/** Matches an amount on a page, where its cents may be separate. */
export function shownAs(amount: string): RegExp {
  const [dollars = "", cents] = Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2 }).split(".");
  return new RegExp(String.raw`\$${dollars}\s*\.${cents}`);
}

/** Switches a page to a phone in dark mode. The returned function restores it. */
export async function asOnPhone(page: Page): Promise<() => Promise<void>> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  return async () => {
    if (size !== null) await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: "light" });
  };
}

/** True if the page has a phone's width. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 1280) <= 767;
}
