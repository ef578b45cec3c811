import type { Defect } from "./defect.ts";

const src = "apps/web/src";
const drafts = `${src}/form-drafts.browser.test.tsx`;
const versions = `${src}/form-versions.browser.test.tsx`;
const areas = `${src}/session-areas.browser.test.tsx`;

/** Defects that lose what somebody typed, or that save it over somebody else's change. */
export const typing: Defect[] = [
  {
    name: "sends the newest version of a record instead of the one that the form began with",
    file: `${src}/kit/form/form.tsx`,
    find: "options().onSubmit(output, store.version())",
    plant: 'options().onSubmit(output, options().version ?? "")',
    test: versions,
  },
  {
    name: "restores typed values as if they were typed over the newest version",
    file: `${src}/kit/form/form-state.ts`,
    find: "began = { ...began, version: typedOver };",
    plant: "",
    test: `${src}/kit/form/form-state.test.ts`,
  },
  {
    name: "replaces a form that is edited when its record changes",
    file: `${src}/areas/merchant/settings/settings-page.tsx`,
    find: "<BusinessForm business={data} />",
    plant: "<BusinessForm key={data.updatedAt} business={data} />",
    test: versions,
  },
  {
    name: "stores passwords and codes in drafts",
    file: `${src}/kit/form/drafts.ts`,
    find: "!secret.test(name)",
    plant: 'name !== ""',
    test: drafts,
  },
  {
    name: "stores no ZIP code in drafts",
    file: `${src}/kit/form/drafts.ts`,
    find: "(?<!zip)code",
    plant: "code",
    test: drafts,
  },
  {
    name: "stores the token of an address in drafts",
    file: `${src}/kit/form/drafts.ts`,
    find: "[pathname + searchStr, form.fields(), about]",
    plant: "[router.latestLocation.href, form.fields(), about]",
    test: drafts,
  },
  {
    name: "shows one user's draft to the next",
    file: `${src}/lib/drafts.ts`,
    find: "read().find((draft) => draft.who === who && draft.form === form)",
    plant: 'read().find((draft) => who !== "" && draft.form === form)',
    test: drafts,
  },
  {
    name: "restores what was typed about another charge",
    file: `${src}/features/rent/acts/entry-forms.tsx`,
    find: 'about: "chargeId" in undoing ? undoing.chargeId : undoing.creditId,',
    plant: "",
    test: drafts,
  },
  {
    name: "keeps the drafts of a user who logs out",
    file: `${src}/features/auth/actions.ts`,
    find: 'dropDraftsAt("/");',
    plant: "",
    test: drafts,
  },
  {
    name: "closes a dialog with typed text without asking",
    file: `${src}/ui/dialog.tsx`,
    find: "[...parts].some((part) => part.hasChanges())",
    plant: "[...parts].every((part) => !part.hasChanges()) && isAsking",
    test: drafts,
  },
  {
    name: "keeps the draft of a form that was saved",
    file: `${src}/kit/form/form.tsx`,
    find: "if (answer == null) store.saved(sent);",
    plant: "",
    test: drafts,
  },
  {
    name: "clears the data of both areas when the account of one changes",
    file: `${src}/lib/query-client.ts`,
    find: 'areaOfCall(path.join(".")) === area',
    plant: "area !== undefined",
    test: areas,
  },
  {
    name: "says nothing of a session that was refused in another tab",
    file: `${src}/lib/session-store.ts`,
    find: "wasRefused: readItem(keys.end) === refused,",
    plant: "wasRefused: false,",
    test: areas,
  },
  {
    name: "keeps the first user's data on a page when another signs in",
    file: `${src}/router.tsx`,
    find: "if (!isLeft(area)) clientCaches.clear(area);",
    plant: "if (isLeft(area)) clientCaches.clear(area);",
    test: areas,
  },
  {
    name: "ends the session of a user of an older shape while the network is away",
    file: `${src}/features/auth/guards.ts`,
    find: 'if (!(await isRefusal(error))) throw new Unreachable("The server did not answer");',
    plant: "",
    test: areas,
  },
  {
    name: "lets an older answer replace a newer event of a payment",
    file: `${src}/features/payments/use-live-payment.ts`,
    find: ", structuralSharing: newer",
    plant: "",
    test: `${src}/features/payments/live-payment.browser.test.tsx`,
  },
  {
    name: "drops the lease of another payment",
    file: `${src}/features/payments/receipt/payment-success.tsx`,
    find: ", lease: payment.leaseId ?? undefined",
    plant: "",
    test: `${src}/features/payments/receipt/payment-success.browser.test.tsx`,
  },
  {
    name: "makes a new lease in the browser's time zone",
    file: `${src}/areas/merchant/rent/lease-form.tsx`,
    find: "timeZone={business.data.timeZone}",
    plant: "timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}",
    test: `${src}/areas/merchant/rent/rent-forms.browser.test.tsx`,
  },
];
