import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const src = join(import.meta.dirname, "..", "apps", "web", "src");
const files = globSync("**/*.{ts,tsx}", { cwd: src }).map((path) => ({
  path: path.replaceAll("\\", "/"),
  text: readFileSync(join(src, path), "utf8"),
}));
const isTest = ({ path }: { path: string }) => path.endsWith(".browser.test.tsx");
const tests = files.filter(isTest);
const product = files.filter((file) => !file.path.includes(".test.") && !file.path.startsWith("testing/"));

/** Returns the quoted values of these properties or attributes. */
function named(text: string, names: string): string[] {
  // The text as written, before it is translated for a type of business.
  return [...text.matchAll(new RegExp(`\\b(?:${names})(?:=|: )(?:{?reword\\()?"([^"\\n]+)"`, "g"))].map(([, value = ""]) => value);
}

/** Returns the files that render a component of another file. */
function showing({ path }: { path: string }) {
  return files.filter((other) => other.text.includes(`/${basename(path)}"`));
}

/** Returns every call of a test helper, with its arguments. */
function callsOf(helper: string): { path: string; text: string }[] {
  return tests.flatMap(({ path, text }) =>
    text
      .split(`${helper}({`)
      .slice(1)
      .map((rest) => ({ path, text: rest.split("\n});")[0] ?? "" })),
  );
}

test("each form is pressed five times in each wrong state, by its name", () => {
  const pressed = new Set(callsOf("testFormErrors").flatMap(({ text }) => named(text, "label")));
  const forms = product.filter(({ path, text }) => /\buseAppForm\(\{/.test(text) && !path.startsWith("kit/form/"));
  expect(forms.length).toBeGreaterThan(20);
  const unpressed = forms.filter((form) => {
    // A form whose name comes from its users is tested in one of them.
    return ![form, ...showing(form)].some(({ text: one }) => named(one, "label|title|action").some((name) => pressed.has(name)));
  });
  expect(
    unpressed.map(({ path }) => path),
    "Press it with itSaysWhatIsWrong, in a file that ends in .browser.test.tsx.",
  ).toEqual([]);
});

test("each form with a name of its own is tested to keep what is typed", () => {
  // `testFormErrors` tests the draft too, unless `open` types into the form.
  const kept = new Set(
    callsOf("testFormErrors").flatMap(({ text }) => (/^ {2}opensTyped: true/m.test(text) ? [] : named(text, "label").slice(0, 1))),
  );
  const labels = product.flatMap(({ path, text }) =>
    path.startsWith("kit/form/") || !/\buseAppForm\(\{/.test(text)
      ? []
      : [...text.matchAll(/<AppForm\b[^>]*?\blabel=(?:{?reword\()?"([^"\n]+)"/g)].map(([, label = ""]) => `${path}: ${label}`),
  );
  expect(labels.length).toBeGreaterThan(40);
  const missing = labels.filter((form) => !kept.has(form.slice(form.indexOf(": ") + 2)));
  expect(missing, "Press it with testFormErrors, in a file that ends in .browser.test.tsx.").toEqual([]);
});

test("each list that comes page by page is opened in each of its states, in its own area", () => {
  const areaOf = (path: string) => path.split("/").slice(0, 2).join("/");
  const opened = new Set(
    callsOf("itShowsEachState").flatMap(({ path, text }) => named(text, "caption").map((name) => `${areaOf(path)}: ${name}`)),
  );
  // A list in a dialog has no page: the dialog's test opens it.
  const lists = product.filter(
    ({ path, text }) => text.includes("<PagedList") && !text.includes("<Dialog") && !path.startsWith("kit/list/"),
  );
  expect(lists.length).toBeGreaterThan(8);
  const missing = lists.filter((list) => {
    const own = named(list.text, "caption");
    // A list that several pages use gets its name from each page.
    const captions = own.length > 0 ? own : showing(list).flatMap(({ text }) => named(text, "caption"));
    return captions.length === 0 || (own.length > 0 ? !captions.some(isOpened) : !captions.every(isOpened));
    function isOpened(caption: string): boolean {
      return opened.has(`${areaOf(list.path)}: ${caption}`);
    }
  });
  expect(
    missing.map(({ path }) => path),
    "Open it with itShowsEachState, in a file that ends in .browser.test.tsx.",
  ).toEqual([]);
});

/** Options of each form of the product, as written. */
const formOptions = product.flatMap(({ path, text }) =>
  path.startsWith("kit/form/")
    ? []
    : text
        .split("useAppForm({\n")
        .slice(1)
        .map((rest) => ({ path, options: rest.split("\n  });")[0] ?? "" })),
);

test("each form keeps a draft, except those that say why not", () => {
  expect(formOptions.length).toBeGreaterThan(50);
  const undrafted = formOptions.filter(({ options }) => /^ {4}undrafted\b/m.test(options)).map(({ path }) => path);
  expect(
    [...new Set(undrafted)].toSorted(),
    "Remove `undrafted`, unless a draft of this form would surprise whoever returns to it. Then add it here.",
  ).toEqual(["areas/merchant/register/sign-up-steps.tsx", "features/auth/login-form.tsx", "features/settings/close-account.tsx"]);
});

test("each form that sends a record's version sends the one that it began with", () => {
  const versioned = formOptions.filter(({ options }) => /\b(?:seenAt|updatedAt)\b/.test(options));
  expect(versioned.length).toBeGreaterThan(6);
  const newest = versioned.filter(
    ({ options }) => !/^ {4}version: /m.test(options) || !/^ {4}onSubmit: .*(?:seenAt|updatedAt)\)/m.test(options),
  );
  expect(
    newest.map(({ path }) => path),
    "Pass the record's version as `version`, and send the one that `onSubmit` receives.",
  ).toEqual([]);
});

test("each form about one of several objects of a page names its object, so that its draft is offered for no other", () => {
  /** Forms whose object is in the page's address, or that are about the whole business. */
  const addressed = [
    "areas/admin/disputes/resolve-form.tsx",
    "areas/admin/merchants/edit-merchant.tsx",
    "areas/admin/users/edit-user.tsx",
    "areas/merchant/rent/lease-form.tsx",
    "areas/merchant/settings/hand-over.tsx",
    "features/rent/acts/end-forms.tsx",
    "features/rent/acts/entry-forms.tsx",
    "features/rent/acts/terms-form.tsx",
  ];
  const nameless = formOptions.filter(({ options }) => /\b\w+Id\b|\b_id\b/.test(options) && !/^ {4}about: /m.test(options));
  expect(
    [...new Set(nameless.map(({ path }) => path))].filter((path) => !addressed.includes(path)),
    "Pass the object's id as `about`.",
  ).toEqual([]);
});

test("each dialog that is loaded on demand is fetched before its button is pressed", () => {
  // The first opens without a press, the second with a key.
  const withoutButton = ["WelcomeDialog", "KeyList"];
  const unfetched = product.flatMap(({ path, text }) => {
    const overlays = text.match(/<LazyOverlay[^]*?<\/LazyOverlay>/g) ?? [];
    const parts = [...text.matchAll(/const (\w+) = lazyPart\(\s*async \(\) => \(await import\("([^"]+)"\)/g)].map(
      ([, name = "", file = ""]) => ({
        name,
        file,
      }),
    );
    const isFetched = (name: string) => {
      const fetch = new RegExp(`\\b${name}\\.opener|useFetchWhenIdle\\(${name}\\)|form: ${name}\\b|opens={${name}}`);
      return product.some((file) => fetch.test(file.text));
    };
    const fetched = new Set(parts.filter(({ name }) => isFetched(name)).map(({ file }) => file));
    const isDialog = (name: string) => overlays.some((overlay) => new RegExp(`<${name}\\b`).test(overlay));
    return parts
      .filter(({ name, file }) => isDialog(name) && !fetched.has(file) && !withoutButton.includes(name))
      .map(({ name }) => `${path}: ${name}`);
  });
  expect(unfetched, "Give its button the part's `opener`, or its page `useFetchWhenIdle`.").toEqual([]);
});
