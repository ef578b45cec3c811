import { limits } from "@hearth/domain/limits";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { type Answers, answers, inputsOf } from "../../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../../testing/list-states.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { account, merchantStats, network } from "../../../testing/records.ts";
import { openPage, show, signIn } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { RequestForm } from "./request-form.tsx";
import type { Outputs } from "../../../lib/trpc.ts";

const standing = { email: "maya@hearth.test", confirmed: true, newEmail: null, returned: null };
beforeEach(() => answers({ "auth.emailStanding": () => standing }));

/** An open request that can be reminded. */
function paymentRequest(more: Partial<Outputs["requests"]["get"]> = {}): Outputs["requests"]["get"] {
  return {
    _id: "req_1",
    name: "Ada Quill",
    email: "ada@quill.example",
    amount: 60,
    description: "Parking",
    dueOn: "2026-12-01",
    state: "open",
    outsideId: null,
    metadata: {},
    returnUrl: null,
    url: "https://hearth.example/bill/abc",
    payment: null,
    createdAt: "2026-11-20T09:00:00.000Z",
    mailedAt: "2026-11-20T09:00:00.000Z",
    paidAt: null,
    withdrawnAt: null,
    canRemind: true,
    ...more,
  };
}

const around: Answers = {
  "auth.me": () => account({ role: "merchant" }),
  "merchant.stats": () => merchantStats(),
  "payments.network": () => network(),
};

itShowsEachState({
  caption: "Payment requests",
  around,
  signIn: () => signIn({ role: "merchant" }),
  path: "/merchant/requests",
  give: (answer) => ({ "requests.list": answer }),
  requests: () => inputsOf("requests.list"),
  empty: "No payment requests yet.",
  failed: "Failed to load your requests",
  row: paymentRequest(),
  shows: ["Ada Quill", "Parking"],
  second: paymentRequest({ _id: "req_2", state: "paid", canRemind: false }),
  overlong: paymentRequest({
    _id: "req_3",
    name: longWord(limits.nameMaxLength),
    description: longWord(limits.descriptionMaxLength),
    amount: 10_000,
  }),
});

testFormErrors({
  label: "Payment request",
  open: () => {
    answers({ "requests.create": refuse });
    return show(<RequestForm onDone={() => undefined} />);
  },
  valid: { name: "Ada Quill", email: "ada@quill.example", amount: "60.00", description: "Parking", dueOn: "2026-12-01" },
  invalid: {
    "nothing entered": {
      values: { name: "", email: "", amount: "", description: "", dueOn: "" },
      messages: {
        name: "Enter a name",
        email: "Enter an email address",
        amount: "Please enter a valid amount",
        dueOn: "Enter a date",
        description: "Enter a description",
      },
    },
    "too little": { values: { amount: "0.99" }, messages: { amount: "Minimum payment amount is $1.00" } },
  },
  acceptedCount: () => inputsOf("requests.create").length,
});

it("sends a reminder on a click, and withdraws a request after a confirmation", async () => {
  answers({
    ...around,
    "requests.list": () => ({ items: [paymentRequest()], nextCursor: null }),
    "requests.remind": () => paymentRequest({ canRemind: false }),
    "requests.withdraw": () => paymentRequest({ state: "withdrawn" }),
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/requests");
  await page.getByRole("button", { name: "Remind Ada Quill of Parking" }).click();
  await expect.poll(() => inputsOf("requests.remind")).toMatchObject([{ requestId: "req_1" }]);
  await page.getByRole("button", { name: "Cancel request for Parking to Ada Quill" }).click();
  expect(inputsOf("requests.withdraw")).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel request" }).click();
  await expect.poll(() => inputsOf("requests.withdraw")).toMatchObject([{ requestId: "req_1" }]);
});

it("says before anything is sent that the sender has to confirm their own email", async () => {
  answers({ "auth.emailStanding": () => ({ ...standing, confirmed: false }) });
  await show(<RequestForm onDone={() => undefined} />);
  await expect.element(page.getByText("Hearth emails other people for you only after that.", { exact: false })).toBeVisible();
});

it("opens the form for a request by its address, as the palette's act does, and leaves the address when it is closed", async () => {
  answers({ ...around, "requests.list": () => ({ items: [], nextCursor: null }) });
  signIn({ role: "merchant" });
  const router = await openPage("/merchant/requests?add=true&state=open");
  const dialog = page.getByRole("dialog", { name: "Request a payment" });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(router.state.location.searchStr).toBe("?state=open");
});
