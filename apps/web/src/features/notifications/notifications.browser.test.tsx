import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { type Answers, answers, inputsOf, never } from "../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../testing/list-states.ts";
import { account } from "../../testing/records.ts";
import { openPage, show, signInAdmin } from "../../testing/render.tsx";
import { MailPreferences } from "./mail-preferences.tsx";

const around: Answers = {
  "admin.me": () => account({ role: "admin" }),
  "admin.openDisputeCount": () => 0,
  "admin.markNotificationsRead": () => ({ unread: 0 }),
  "admin.mailPreferences": () => ({ optional: [{ group: "disputes", label: "Answers in disputes", on: true }] }),
  "admin.dashboard": never, // Prefetched when the pointer is over its link
};
const notice = {
  _id: "ntf_1",
  kind: "alarmRaised",
  title: "Alarm: The relayer is short of gas",
  text: "The relayer is short of gas.",
  path: "/admin/settings",
  createdAt: "2026-11-20T09:00:00.000Z",
  read: false,
};

itShowsEachState({
  caption: "Notifications",
  path: "/admin/notifications",
  signIn: signInAdmin,
  around,
  give: (answer) => ({ "admin.notifications": answer }),
  requests: () => inputsOf("admin.notifications"),
  empty: "Nothing yet. News about your account and payments appears here.",
  failed: "Your notifications could not be loaded.",
  row: notice,
  shows: ["Alarm: The relayer is short of gas", "Nov 20"],
  second: { ...notice, _id: "ntf_2", read: true },
  overlong: { ...notice, _id: "ntf_3", title: longWord(300), text: longWord(600) },
});

it("marks all notifications as read with a button, which disappears with the last unread one", async () => {
  let isRead = false;
  answers({
    ...around,
    "admin.notifications": () => ({ items: [{ ...notice, read: isRead }], nextCursor: null }),
    "admin.markNotificationsRead": () => {
      isRead = true;
      return { unread: 0 };
    },
  });
  signInAdmin();
  await openPage("/admin/notifications");
  const button = page.getByRole("button", { name: "Mark all as read" });
  await button.click();
  await expect.element(button).not.toBeInTheDocument();
  expect(inputsOf("admin.markNotificationsRead")).toEqual([{}]);
});

it("switches an optional mail off at once, and shows an error if that fails", async () => {
  const optional = (on: boolean) => ({ optional: [{ group: "disputes" as const, label: "Answers in disputes", on }] });
  answers({ "auth.mailPreferences": () => optional(true), "auth.setMailPreference": ({ on }) => optional(on) });
  await show(<MailPreferences area="auth" />);
  const box = page.getByRole("checkbox", { name: "Answers in disputes" });
  await expect.element(box).toBeChecked();
  await box.click();
  await expect.element(box).not.toBeChecked();
  expect(inputsOf("auth.setMailPreference")).toEqual([{ group: "disputes", on: false }]);
});
