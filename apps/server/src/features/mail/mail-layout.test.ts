import { expect, it } from "vitest";
import { writeMail } from "./mail-layout.ts";

const frame = { firstName: "Maya", hasAccount: true, publicOrigin: "https://pay.example.com", unsubscribeUrl: null };
const content = {
  title: "A <b>title</b>",
  text: ["The first paragraph.", "The second."] as const,
  facts: [{ label: "Merchant", value: 'Maple & "Court"' }],
  action: { label: "Go on", path: "/reset-password#{token}" },
};

it("says the same in text and in HTML", () => {
  const { subject, text, html } = writeMail(content, frame, "abc");
  expect(subject).toBe("A <b>title</b>");
  for (const part of ["Hello Maya,", "The first paragraph.", "The second.", "https://pay.example.com/reset-password#abc", "Go on"]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text).toContain('Merchant: Maple & "Court"');
});

it("escapes people's text", () => {
  const { html } = writeMail(content, { ...frame, firstName: "<script>alert(1)</script>" }, null);
  expect(html).not.toContain("<script>");
  expect(html).not.toContain("<b>title");
  expect(html).toContain("Maple &amp; &quot;Court&quot;");
});

it("has dark colours for each element that has light ones, for mail programs that show them", () => {
  const { html } = writeMail(content, { ...frame, unsubscribeUrl: "https://pay.example.com/unsubscribe" }, "abc");
  const [, styles = ""] = /<style>(.*)<\/style>/.exec(html) ?? [];
  expect(styles).toMatch(/^@media \(prefers-color-scheme: dark\)/);
  const dyed = [...html.matchAll(/<\w+[^>]*style="[^"]*(?:color|background|border)[^"]*"[^>]*>/g)].map(([tag]) => tag);
  expect(dyed.length).toBeGreaterThan(8);
  for (const tag of dyed) {
    const [, names] = /class="([^"]+)"/.exec(tag) ?? [];
    expect(names, tag).toBeDefined();
    for (const name of names?.split(" ") ?? []) expect(styles).toContain(`.${name}{`);
  }
});

it("loads no external content", () => {
  const { html } = writeMail(content, frame, "abc");
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/);
  expect([...html.matchAll(/https?:\/\/[^"'<\s]+/g)].map(([address]) => new URL(address).origin)).toEqual(
    expect.arrayContaining(["https://pay.example.com"]),
  );
  expect(html.match(/https?:\/\/(?!pay\.example\.com)/)).toBeNull();
});

it("turns no address that people wrote into a link, in text or in HTML", () => {
  const typed = "See https://evil.example/pay, www.evil.example, evil.example or EVIL。example. Write to ada@evil.example.";
  const words = { ...content, title: typed, text: [typed, "Apartments.com LLC"] as const, facts: [{ label: "Description", value: typed }] };
  const { text, html } = writeMail(words, { ...frame, firstName: "Maya evil.example" }, "abc");
  for (const version of [text, html]) {
    expect(version).not.toMatch(/(?<!ada@)evil[.。]example|https?:\/\/(?!pay\.example\.com)|Apartments\.com/i);
    expect(version.replaceAll("\u200b", "")).toContain(typed);
    expect(version).toContain("ada@evil.example");
  }
});

it("says why it was sent, also to a recipient without an account", () => {
  expect(writeMail(content, frame, null).text).toContain("because it is about your Hearth account");
  const { text, html } = writeMail(content, { ...frame, hasAccount: false }, null);
  for (const version of [text, html]) expect(version).toContain("because someone gave Hearth your address");
});

it("offers to unsubscribe only where that is possible", () => {
  const optional = writeMail(content, { ...frame, unsubscribeUrl: "https://pay.example.com/unsubscribe#t" }, null);
  expect(optional.text).toContain("https://pay.example.com/unsubscribe#t");
  expect(optional.html).toContain("No more emails like this one");
  expect(writeMail(content, frame, null).html).not.toContain("No more emails");
});
