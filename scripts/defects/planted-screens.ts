import type { Defect } from "./defect.ts";

const web = "apps/web/src";

/** Screens that say what is not true yet, mark two places as current, or cut and crowd what they show. */
export const screens: Defect[] = [
  {
    name: "tells an owner that their role does not include a page while the role loads",
    file: `${web}/kit/permission.tsx`,
    find: "if (isLoading) return loading;",
    plant: "",
    test: `${web}/areas/merchant/permissions.browser.test.tsx`,
  },
  {
    name: "tells an owner that they may not answer a dispute while their role loads",
    file: `${web}/areas/merchant/disputes/dispute-dialog.tsx`,
    find: 'if (status === "open" && isRoleLoading) return <SkeletonPart />;',
    plant: "",
    test: `${web}/areas/merchant/permissions.browser.test.tsx`,
  },
  {
    name: "marks the entry of the parent page in the menu as current too",
    file: `${web}/kit/links.tsx`,
    find: "<BareLink activeOptions={{ exact: true }} {...props} />",
    plant: "<BareLink {...props} />",
    test: `${web}/areas/admin/admin-lists.browser.test.tsx`,
  },
  {
    name: "marks the link to the parent page as the current page",
    file: `${web}/kit/links.tsx`,
    find: "<ParentLink activeOptions={{ exact: true }} {...props} />",
    plant: "<ParentLink {...props} />",
    test: `${web}/areas/admin/admin-lists.browser.test.tsx`,
  },
  {
    name: "gives the day of the terms' signature in UTC on the tenant's lease",
    file: `${web}/areas/consumer/rent/lease-page.tsx`,
    find: "<Time at={terms.signed.at} />",
    plant: "{dayWords(terms.signed.at.slice(0, 10))}",
    test: `${web}/areas/consumer/rent/own-lease.browser.test.tsx`,
  },
  {
    name: "gives the day of a rent record in UTC",
    file: `${web}/features/rent/records/rent-records.tsx`,
    find: "<Time at={createdAt} />",
    plant: "dayWords(createdAt.slice(0, 10))",
    test: `${web}/areas/consumer/rent/own-lease.browser.test.tsx`,
  },
  {
    name: "sets the tenant's figures at the other edge of the page than their labels",
    file: `${web}/areas/consumer/rent/lease-page.tsx`,
    find: "<DescriptionList>",
    plant: '<DescriptionList kind="right">',
    test: `${web}/areas/consumer/rent/own-lease.browser.test.tsx`,
  },
  {
    name: "glues the Cancel button of Fund wallet to the choice above it",
    file: `${web}/features/payments/funding/fund-wallet.tsx`,
    find: "<ul className={setup.choices}>",
    plant: '<ul className={setup.choices} style={{ marginBottom: "-1.5rem" }}>',
    test: `${web}/features/payments/setup/setup-forms.browser.test.tsx`,
  },
  {
    name: "names a bill's unit twice in the checkout",
    file: `${web}/features/payments/checkout/payee.tsx`,
    find: "{place && !isPlaceSaid && (",
    plant: "{place && (",
    test: `${web}/features/payments/checkout/checkout-size.browser.test.tsx`,
  },
  {
    name: "cuts the due date of a lease to remind on a phone",
    file: `${web}/areas/merchant/rent/several/several.module.css`,
    find: "  .table .figure {\n    white-space: normal;",
    plant: "  .table .figure {\n    white-space: nowrap;",
    test: `${web}/areas/merchant/rent/several/several.browser.test.tsx`,
  },
  {
    name: "sets the checkbox of a lease above its line",
    file: `${web}/areas/merchant/rent/several/several.module.css`,
    find: "  vertical-align: middle;\n  accent-color",
    plant: "  accent-color",
    test: `${web}/areas/merchant/rent/several/several.browser.test.tsx`,
  },
  {
    name: "indents the cell after a figure in a card too",
    file: `${web}/ui/data-table.module.css`,
    find: ":where(.amount, .figures) + :where(:not(.amount, .figures, .action))",
    plant: ":is(.amount, .figures) + :not(.amount, .figures, .action)",
    test: `${web}/areas/merchant/rent/rent-lists.browser.test.tsx`,
  },
  {
    name: "breaks the term of a lease although the tenants have room to spare",
    file: `${web}/areas/admin/leases/leases.tsx`,
    find: 'kind: "meta", cell: leaseTerm',
    plant: 'kind: "meta", wraps: true, cell: leaseTerm',
    test: `${web}/areas/admin/admin-lists.browser.test.tsx`,
  },
  {
    name: "cuts the merchant of a lease although the tenants have room to spare",
    file: `${web}/areas/admin/leases/leases.tsx`,
    find: 'kind: "aside", wide: true,',
    plant: 'kind: "aside",',
    test: `${web}/areas/admin/admin-lists.browser.test.tsx`,
  },
  {
    name: "squeezes the payment of a dispute into a narrow column",
    file: `${web}/areas/consumer/disputes/own-disputes.tsx`,
    find: 'kind: "sub", wraps: true, slack: true,',
    plant: 'kind: "sub", wraps: true,',
    test: `${web}/areas/consumer/disputes/own-disputes.browser.test.tsx`,
  },
  {
    name: "covers the amount and the button at the lower edge of a phone with the note about the network",
    file: `${web}/kit/shell/page-bars.module.css`,
    find: "bottom: calc(5.5rem + env(safe-area-inset-bottom));",
    plant: "",
    test: `${web}/kit/shell/page-bars.browser.test.tsx`,
  },
];
